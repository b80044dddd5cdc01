import type { JSX } from 'hono/jsx/jsx-runtime'
import type { FieldError } from '../frame/reply.ts'
import { Field, Hidden, passwordHint, Submit, Username } from './field.tsx'

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
