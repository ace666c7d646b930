// Request bodies of a noisy account that does everything that is allowed and everything that is not. Each body is made
// once, so that the process that sends it does not spend its CPU on making it.
import { gzipSync } from 'node:zlib';
import { CONTENT_MAX_BYTES } from '../../shared/contract/limits.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A body and how it is sent. */
export interface NoisyBody {
  path: '/emails' | '/emails/batch';
  bytes: Buffer;
  headers?: Record<string, string>;
  /** Sent without a content length. */
  isChunked?: boolean;
  /** Pause in milliseconds before the next request with this body. */
  pauseMs: number;
}

/** Makes the bodies. @param slowUrl URL of a host that answers late */
export function makeBodies(from: string, slowUrl: string): Readonly<Record<string, NoisyBody>> {
  const mail = { from, to: 'delivered@simulator.test', subject: 'Noise' };
  const send = (fields: object, pauseMs: number, more: Partial<NoisyBody> = {}): NoisyBody => ({
    path: '/emails',
    bytes: Buffer.from(JSON.stringify({ ...mail, ...fields })),
    pauseMs,
    ...more,
  });
  const batch = (count: number, bytesEach: number, pauseMs: number): NoisyBody => ({
    path: '/emails/batch',
    bytes: Buffer.from(JSON.stringify(Array(count).fill({ ...mail, html: 'x'.repeat(bytesEach) }))),
    pauseMs,
  });
  const real = { to: 'bo@noise.dev' };
  const files = (content: string, count = 1) => ({
    attachments: Array(count).fill({ filename: 'a', content }),
  });
  const file = Buffer.alloc(20 * MIB, 'file').toString('base64');
  return {
    'line breaks': send({ ...real, html: '\n'.repeat(CONTENT_MAX_BYTES) }, 500),
    'equals signs': send({ ...real, html: '='.repeat(CONTENT_MAX_BYTES) }, 500),
    'too many line breaks': send({ html: `<pre>${'\n'.repeat(24_000_000)}` }, 500),
    'a large file': send({ ...real, ...files(file) }, 1_000),
    'a batch of 100 MB': batch(100, MIB - KIB, 2_000),
    'a batch of 10 MB': batch(100, 100 * KIB, 250),
    'a batch of small ones': batch(100, KIB, 500),
    'fifty recipients': send(
      { to: Array.from({ length: 50 }, (_, index) => `u${index}@noise.dev`), text: 'x' },
      500,
    ),
    'a slow host': send({ ...real, text: 'x', attachments: [{ path: slowUrl, filename: 'a' }] }, 50),
    'the same key': send({ text: 'x' }, 5, { headers: { 'idempotency-key': 'same' } }),
    'a bad file': send({ ...files('****'), html: 'x'.repeat(4 * MIB) }, 100),
    'a bad file in chunks': send({ ...files('****'), html: 'x'.repeat(4 * MIB) }, 100, { isChunked: true }),
    'too many values': send({ x: Array(2_000_000).fill(0) }, 250),
    'deep JSON': {
      path: '/emails',
      bytes: Buffer.from(`${'['.repeat(120 * KIB)}${']'.repeat(120 * KIB)}`),
      headers: { 'idempotency-key': 'deep' },
      pauseMs: 50,
    },
    'compressed blanks': {
      path: '/emails',
      bytes: gzipSync(Buffer.alloc(150 * MIB, ' ')),
      headers: { 'content-encoding': 'gzip' },
      pauseMs: 500,
    },
    'a wrong key': send({ text: 'x' }, 20, { headers: { authorization: 'Bearer ph_wrong' } }),
    'malformed JSON': { path: '/emails', bytes: Buffer.alloc(2 * MIB, '{"html":"'), pauseMs: 100 },
  };
}
