/** Stripe's lists: https://docs.stripe.com/currencies. It counts ISK and UGX in hundredths, although neither has any. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * A price as people read it, such as `EUR 9.00` or `JPY 900`.
 *
 * @param amount in the currency's smallest unit, a whole number
 */
export function priceText(amount: number, currency: string): string {
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${currency.toUpperCase()} ${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`
}
