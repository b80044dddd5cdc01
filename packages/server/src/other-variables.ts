/**
 * Variables with the same prefix that other packages read, so that a server starts in an environment that holds all settings:
 * of the account page, of history sources, and of `riftline serve`.
 */
export const otherVariables: ReadonlySet<string> = new Set(
  [
    ...['ACCOUNT_HOST', 'ACCOUNT_PORT', 'ACCOUNT_URL', 'ACCOUNT_SIGNUP', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'],
    ...['PAYMENTS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'PLANS_FILE'],
    ...['TERMS_FILE', 'PRIVACY_FILE'],
    ...['LEAGUEPEDIA_URL', 'LEAGUEPEDIA_USER', 'LEAGUEPEDIA_PASSWORD', 'LOLESPORTS_URL', 'LOLESPORTS_FEED_URL'],
    ...['LOLESPORTS_KEY', 'ORACLES_ELIXIR_URL', 'POLYMARKET_GAMMA_URL', 'POLYMARKET_CLOB_URL', 'KALSHI_URL', 'CONTACT'],
    ...['SOURCE_PAUSE_MS', 'SOURCE_BACKOFF_MS', 'SOURCE_TIMEOUT_MS', 'SOURCE_DEADLINE_MS'],
    ...['ODDS_CAPTURE_INTERVAL', 'ODDS_CAPTURE_SOURCES', 'SYNC_SOURCES', 'SYNC_INTERVAL'],
  ].map((name) => `RIFTLINE_${name}`),
)
