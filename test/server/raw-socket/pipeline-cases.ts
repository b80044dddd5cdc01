import { body, fine, get, H, post, type RawCase } from './raw-case.ts'

const many = (count: number) => Array.from({ length: count }, () => fine)
const health = get('/healthz')

/** A connection that is cut off without a byte: none of its requests is answered or charged. */
function cutOff(name: string, bytes: string): RawCase {
  return { name, bytes, expected: [], closed: true }
}

/** Cases of many requests in one packet. */
export const pipelineCases: readonly RawCase[] = [
  { name: '100 requests in one packet', bytes: health.repeat(100), expected: many(100), closed: false },
  { name: '128 requests in one packet', bytes: health.repeat(128), expected: many(128), closed: false },
  { name: '100 calls in one packet', bytes: post(body).repeat(100), expected: many(100), closed: false, charged: 200 },
  cutOff('129 requests in one packet', health.repeat(129)),
  cutOff('129 requests without a key', get('/openapi.json', 'Host: h\r\n').repeat(129)),
  cutOff('129 requests that expect something', get('/v1/teams', `${H}Expect: 999\r\n`).repeat(129)),
  cutOff('129 requests to continue with', get('/healthz', `${H}Expect: 100-continue\r\n`).repeat(129)),
  cutOff('129 requests for an upgrade', get('/healthz', `${H}Upgrade: h2c\r\n`).repeat(129)),
  cutOff('CONNECT behind 129 requests', `${health.repeat(129)}CONNECT a:80 HTTP/1.1\r\nHost: h\r\n\r\n`),
  cutOff('garbage behind 129 requests', `${health.repeat(129)}garbage\r\n\r\n`),
  cutOff('64 KiB of requests', health.repeat(1900)),
]
