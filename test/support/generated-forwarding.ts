import fc from 'fast-check'

/** Forwarding headers as proxies write them, with entries that clients put before them, and malformed ones. */
const hop = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'unknown',
    '127.0.0.1',
    '1.2.3.4:80',
    '"[2001:db8::1]:4711"',
    '[::1',
    '1.2.3.04',
    'fe80::1%eth0',
  ),
  fc.ipV4(),
  fc.ipV6(),
)

/** Headers in which a request may state for whom it is forwarded. */
export const forwardingHeaders: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'X-Forwarded-For': fc
    .tuple(fc.array(hop, { maxLength: 40 }), fc.constantFrom(',', ', ', ' ,\t', ',,'))
    .map(([hops, comma]) => hops.join(comma)),
  Forwarded: fc.constantFrom('for=1.2.3.4', 'for="[2001:db8::1]:4711";proto=https, for=_x', ';', '"', 'for='),
  'X-Real-IP': fc.constantFrom('1.2.3.4', ''),
}
