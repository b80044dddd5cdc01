/** What `?done=` may say: nothing that a link brings is shown as it came. */
const texts: Readonly<Record<string, string>> = {
  welcome: 'Your account is ready. Create your first key.',
  'password-saved': 'Your new password is saved. Sign in with it.',
  revoked: 'The key is revoked. Calls with it are refused from now on.',
  paid: 'Thank you. Your credits are there.',
  pending: 'The payment is on its way. Credits come as soon as it is confirmed.',
  'not-paid': 'Nothing was paid.',
  'not-given': 'The payment came in, but no credits could be given for it. The operator was told.',
  'plan-cancelled': 'The plan ends with the period that is paid.',
  'plan-kept': 'The plan goes on.',
  deleted: 'Your account is deleted.',
  'email-sent': 'Open the link in the mail to your new address.',
  'email-changed': 'Your e-mail is changed.',
  'password-changed': 'Your password is changed. Other sessions have ended.',
  'alerts-saved': 'Saved.',
  'session-ended': 'The session has ended.',
}

export function doneText(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
}
