import type { JSX } from 'hono/jsx/jsx-runtime'
import type { FieldError } from '../frame/reply.ts'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly errors: readonly FieldError[]
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'month'
  readonly value?: string
  readonly autocomplete?: string
  readonly hint?: string
  readonly required?: boolean
  readonly maxlength?: number
  readonly min?: number
}

/** An input with its label; what is wrong with it stands in `#errors`. */
export function Field(props: FieldProps): JSX.Element {
  const { name, label, errors, hint, type = 'text' } = props
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
      <input
        id={`field-${name}`}
        name={name}
        type={type}
        value={props.value}
        autocomplete={props.autocomplete}
        required={props.required ?? true}
        maxlength={props.maxlength}
        min={props.min}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
    </div>
  )
}

/** Attributes of an input that is wrong: its message stands in `#errors`. @param field as the error names it */
export function faultMarks(errors: readonly FieldError[], field: string) {
  const isWrong = errors.some((error) => error.field === field)
  return isWrong ? ({ 'aria-invalid': 'true', 'aria-describedby': `error-${field}` } as const) : {}
}

export const passwordHint = '12 to 128 characters. A few unusual words are easy to remember and hard to guess.'

export function Hidden({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return <input type="hidden" name={name} value={value} />
}

/** Tells a password manager whose password a form has; without a name it is not sent. */
export function Username({ email }: { readonly email: string }): JSX.Element {
  return <input type="email" autocomplete="username" value={email} readonly hidden />
}

export function Submit({ name, kind = 'primary' }: { readonly name: string; readonly kind?: string }): JSX.Element {
  return (
    <button type="submit" class={kind}>
      {name}
    </button>
  )
}

export interface PasswordFormProps {
  readonly action: string
  readonly label: 'Password' | 'New password'
  readonly button: string
  readonly errors: readonly FieldError[]
  readonly hidden: Readonly<Record<string, string>>
  /** Whose password it is, where the visitor knows. */
  readonly email?: string
  /** Whether a password is chosen, rather than one that is known entered. */
  readonly isNew: boolean
}

/** A form that asks for a password and nothing else. */
export function PasswordForm(props: PasswordFormProps): JSX.Element {
  const { action, label, button, errors, hidden, email, isNew } = props
  return (
    <form method="post" action={action} novalidate>
      {Object.entries(hidden).map(([name, value]) => (
        <Hidden name={name} value={value} />
      ))}
      {email !== undefined && <Username email={email} />}
      <Field
        name="password"
        label={label}
        type="password"
        autocomplete={isNew ? 'new-password' : 'current-password'}
        errors={errors}
        {...(isNew ? { hint: passwordHint } : {})}
      />
      <Submit name={button} />
    </form>
  )
}
