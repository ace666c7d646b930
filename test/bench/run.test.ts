// The check at the end of a run: a sender whose signer failed would be fast, so unsigned mail ends the bench.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { createMailMaker, formatNumber, SENDER_DOMAIN } from '../../bench/load/mail.ts';
import { SINGLE } from '../../bench/load/shape.ts';
import { createPostfixVariant, createSignedPostfixVariant } from '../../bench/postfix/variant.ts';
import { type InspectedRun, inspectMail } from '../../bench/run.ts';
import type { SinkQuestion } from '../../bench/sink/sink-main.ts';
import { createTally, type Tally } from '../../bench/sink/tally.ts';
import type { Variant } from '../../bench/variant.ts';
import { readTestDkimKey } from '../support/factories/dkim-key.ts';
import { failureOf } from '../support/failure-of.ts';

const MAILS = 2;

describe('The check at the end of a run', () => {
  const key = readTestDkimKey();
  const signed = createSignedPostfixVariant(key);
  let tally: Tally;

  beforeEach(() => {
    tally = createTally();
  });

  const add = (number: number, message: string) =>
    tally.add({
      message: Buffer.from(message),
      recipients: [`u${formatNumber(number)}-00@${SENDER_DOMAIN}`],
    });
  const addSigned = async (number: number, privateKey = key.privateKeyPem) =>
    add(number, await sign(makeMessage(number), privateKey));

  it('accepts mails that are signed with the key of the variant', async () => {
    for (let number = 0; number < MAILS; number += 1) await addSigned(number);
    await inspectMail(runOf(signed, tally));
  });

  it('refuses a run with one unsigned mail, wherever it is', async () => {
    add(0, makeMessage(0));
    await addSigned(1);
    expect((await failureOf(inspectMail(runOf(signed, tally)))).message).to.include('"unsigned":1');
  });

  it('refuses mails that are signed with another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (let number = 0; number < MAILS; number += 1) await addSigned(number, other);
    expect((await failureOf(inspectMail(runOf(signed, tally)))).message).to.include('dkim=fail');
  });

  it('refuses signed mails of a variant that does not sign, which would be compared wrongly', async () => {
    for (let number = 0; number < MAILS; number += 1) await addSigned(number);
    const { message } = await failureOf(inspectMail(runOf(createPostfixVariant(), tally)));
    expect(message).to.include('"unsigned":0');
  });
});

function makeMessage(number: number): string {
  const { from, to, subject } = createMailMaker({ htmlBytes: 500, recipients: 1 })(formatNumber(number));
  return `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nHello\r\n`;
}

async function sign(message: string, privateKey: string): Promise<string> {
  // Without a time mailauth asks the clock twice, and half a second apart the signature is wrong.
  const signer = { signingDomain: SENDER_DOMAIN, selector: 'bench', privateKey, signTime: new Date() };
  // mailauth reads the list; its types demand the same without a list.
  const { signatures } = await dkimSign(message, { ...signer, signatureData: [signer] });
  return signatures + message;
}

function runOf(variant: Variant, tally: Tally): InspectedRun {
  const answers: Partial<Record<SinkQuestion['type'], () => object>> = {
    report: () => tally.report(),
    sample: () => ({ message: tally.sample().toString('latin1') }),
  };
  return {
    plan: { variant, shape: SINGLE, htmlBytes: 500, processes: { api: 1, send: 1 } },
    database: {} as InspectedRun['database'],
    requests: MAILS,
    sink: {
      ask: <Answer>(question: object) =>
        Promise.resolve(answers[(question as SinkQuestion).type]?.() as Answer),
    },
  };
}
