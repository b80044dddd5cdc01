/** What goes on before a server sees a mail: its refusal there is about the operator's settings, or the server itself. */
const beforeTheMail = /^(?:API|CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|RSET)\b/
/** Sign in first, or otherwise (RFC 4954). */
const aboutSignIn = [530, 534, 535, 538]

/** Whether a mail server refused a mail for good: a reply of the form 5yz, after which nobody should try again (RFC 5321 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '', code } = Object(error)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return code !== 'EAUTH' && !beforeTheMail.test(String(command)) && !aboutSignIn.includes(responseCode)
}
