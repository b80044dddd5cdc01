import type { FieldError } from '../frame/reply.ts'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly errors: readonly FieldError[]
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date'
  readonly value?: string
  readonly autocomplete?: string
  readonly hint?: string
  readonly required?: boolean
  readonly min?: number | string
  readonly max?: string
  readonly inputmode?: 'numeric'
  /** Whether the message is shown beside the input too, because the list at the top may be out of sight. */
  readonly isFaultRepeated?: true
}

/** Input with its label. The list `#errors` explains what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, label, errors, hint, type = 'text', required = true, isFaultRepeated, ...rest } = props
  const isWrong = errors.some(({ field }) => field === name)
  const described = [...(isWrong ? [`error-${name}`] : []), ...(hint === undefined ? [] : [`hint-${name}`])]
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`hint-${name}`}>
          {hint}
        </p>
      )}
      {isFaultRepeated && <Fault of={name} errors={errors} />}
      <input
        id={`field-${name}`}
        name={name}
        type={type}
        required={required}
        {...rest}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
    </div>
  )
}

/** Message about a field, in its place. Screen readers get it from the list `#errors`. */
export function Fault({ of, errors }: { readonly of: string; readonly errors: readonly FieldError[] }) {
  const message = errors.find(({ field }) => field === of)?.message
  return message === undefined ? null : (
    <p class="fault" aria-hidden="true">
      {message}
    </p>
  )
}

/** Attributes of a wrong input that point to its message in `#errors`. @param field name that the error uses */
export function faultMarks(errors: readonly FieldError[], field: string) {
  const isWrong = errors.some((error) => error.field === field)
  return isWrong ? ({ 'aria-invalid': 'true', 'aria-describedby': `error-${field}` } as const) : {}
}

interface PasswordFieldProps extends Pick<FieldProps, 'errors'> {
  readonly name?: 'password' | 'current'
  readonly label?: string
  /** Whether the person chooses a new password here instead of entering the current one. */
  readonly isNew?: boolean
}

const passwordHint = '12 to 128 characters. A few unusual words are easy to remember and hard to guess.'

export function PasswordField(props: PasswordFieldProps) {
  const { name = 'password', label = 'Password', isNew = false, errors } = props
  const kind = isNew ? { autocomplete: 'new-password', hint: passwordHint } : { autocomplete: 'current-password' }
  return <Field name={name} label={label} type="password" errors={errors} {...kind} />
}

/** Values that a form sends without showing them. */
export function Hidden({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(of).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** E-mail for password managers, so that they find the right password; without a name the input is not sent. */
export function Username({ email }: { readonly email: string }) {
  return <input type="email" autocomplete="username" value={email} readonly hidden />
}

export function Submit({ name, kind = 'primary' }: { readonly name: string; readonly kind?: string }) {
  return (
    <button type="submit" class={kind}>
      {name}
    </button>
  )
}

interface ButtonFormProps {
  readonly action: string
  /** Label of the button. */
  readonly name: string
  readonly kind?: 'second' | 'danger' | 'link'
  readonly hidden?: Readonly<Record<string, string>>
  readonly look?: 'actions'
}

/** Form that consists of one button and hidden values. */
export function ButtonForm({ action, name, kind, hidden = {}, look }: ButtonFormProps) {
  return (
    <form method="post" action={action} class={look}>
      <Hidden of={hidden} />
      <Submit name={name} {...(kind && { kind })} />
    </form>
  )
}

interface PasswordFormProps extends PasswordFieldProps {
  readonly action: string
  readonly button: string
  readonly hidden: Readonly<Record<string, string>>
  /** E-mail of the password's owner, if the visitor knows it. */
  readonly email?: string | undefined
}

export function PasswordForm({ action, button, hidden, email, ...password }: PasswordFormProps) {
  return (
    <form method="post" action={action} novalidate>
      <Hidden of={hidden} />
      {email !== undefined && <Username email={email} />}
      <PasswordField {...password} />
      <Submit name={button} />
    </form>
  )
}

interface ChoiceProps extends Pick<FieldProps, 'name' | 'label'> {
  readonly chosen: string
  readonly options: readonly (readonly [value: string, text: string, ...unknown[]])[]
  readonly errors?: readonly FieldError[]
}

/** Select box with its label. */
export function Choice({ name, label, chosen, options, errors = [] }: ChoiceProps) {
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <select id={`field-${name}`} name={name} {...faultMarks(errors, name)}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
