// Statuses, times, things to copy, code and numbers.
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { Amount } from '../design/text/amount.tsx';
import { Code } from '../design/text/code.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { Copyable } from '../design/text/copyable.tsx';
import { Difference } from '../design/text/difference.tsx';
import { Json } from '../design/text/json.tsx';
import { Kbd } from '../design/text/kbd.tsx';
import { Status } from '../design/text/status.tsx';
import { Time } from '../design/text/time.tsx';
import styles from './gallery.module.css';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const STATUSES =
  'pending queued scheduled sending sent delivered delivery_delayed bounced complained suppressed failed canceled opened clicked verified not_started temporary_failure success attempting enabled disabled waiting due stuck 200 301 404 500 unheard_of'.split(
    ' ',
  );

const CURL = `curl -X POST 'http://localhost:3000/emails' \\
  -H 'Authorization: Bearer re_a1B2c3D4_e5F6g7H8i9J0k1L2m3N4o5P6' \\
  -H 'Content-Type: application/json' \\
  -d '{"from": "you@example.com", "to": "delivered@simulator.posthorn.dev", "subject": "Hello"}'`;

const EVENT = {
  type: 'email.bounced',
  created_at: '2026-11-20T11:58:04.120Z',
  data: { email_id: 'em_4f0c2a9d81b7', attempts: 3, is_final: true, reason: null, to: ['ada@example.com'] },
};

const MANY = Array.from({ length: 300 }, (_, index) => ({ id: index, ok: true }));

const KEY = `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${'MIIBCgKCAQEAx3'.repeat(26)}IDAQAB`;
/** A character, quotation marks, what is cut off, what cannot be seen, nothing in common, and what is the same. */
const DIFFERENCES = [
  [KEY, KEY.replace('MIIBIj', 'MIIBlj')],
  ['v=spf1 a:mail.acme.dev ~all', '"v=spf1 a:mail.acme.dev ~all"'],
  ['10 mail.acme.dev', '10 mail.acme.dev.shop.dev'],
  ['v=DMARC1; p=none;', 'v=DMARC1;  p=none;\u200b'],
  ['links.acme.dev', '192 0 2 1'],
  ['caf\u00e9 🇩🇪', 'caf\u00e9 🇩🇪'],
] as const;

export function Texts() {
  return (
    <Section title="Text">
      <Card>
        <Stack gap={5}>
          <div className={styles.statuses}>
            {STATUSES.map((status) => (
              <Status key={status} status={status} />
            ))}
          </div>
          <Stack direction="row" gap={5} wrap>
            <Time at="2026-11-20T11:59:48.000Z" now={NOW} />
            <Time at="2026-11-20T11:57:00.000Z" now={NOW} />
            <Time at="2026-11-20T14:10:00.000Z" now={NOW} />
            <Time at="2026-03-12T08:00:00.000Z" now={NOW} />
            <Time at={null} empty="never" />
            <Amount value={1_234_567} />
            <Amount value={1_234_567} isCompact />
            <Kbd keys="Ctrl K" />
            <Kbd keys="g e" />
            <Kbd keys="?" />
          </Stack>
          <Stack direction="row" gap={5} wrap>
            <Copyable text="em_4f0c2a9d81b7" label="the id" isMono />
            <Copyable text="ada@example.com" label="the address" />
            <Code>validation_error</Code>
          </Stack>
        </Stack>
      </Card>
      <Rows />
      <div className={styles.columns}>
        <CodeBlock code={CURL} label="Send an email" language="curl" />
        <Json value={EVENT} label="Event" />
      </div>
      <Json value={MANY} label="A long document" />
      <div className={styles.columns}>
        {DIFFERENCES.map(([expected, found]) => (
          <Card key={found}>
            <Difference expected={expected} found={found} />
          </Card>
        ))}
      </div>
    </Section>
  );
}

/** Rows as those of a list. */
function Rows() {
  return (
    <Card padding="none">
      {['delivered', 'bounced', 'queued'].map((status) => (
        <div key={status} className={styles.row}>
          <Status status={status} />
          <span className={styles.subject}>
            {'Your receipt of order 1042 and a subject without an end '.repeat(6)}
          </span>
          <Time at="2026-11-20T11:57:00.000Z" now={NOW} isInRow />
        </div>
      ))}
    </Card>
  );
}
