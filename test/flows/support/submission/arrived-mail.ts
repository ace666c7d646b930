// What has arrived of submitted mail, as a mailbox provider and a mail program read it.
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import PostalMime from 'postal-mime';
import { dkimRecord } from '../../../../shared/mail/dkim/dkim-keys.ts';
import { readTestDkimKey } from '../../../support/factories/dkim-key.ts';
import { SENDER_DOMAIN } from './sample.ts';

/** Expects one DKIM signature, that of the sender's domain, which passes. */
export async function expectDkimToPass(raw: Buffer): Promise<void> {
  const record = dkimRecord(readTestDkimKey().publicKeyBase64);
  const { results } = await dkimVerify(raw, {
    resolver: (name: string) => {
      expect(name).to.equal(`ph1._domainkey.${SENDER_DOMAIN}`);
      return Promise.resolve([[record]]);
    },
  });
  expect(results.map(({ status }) => status.result)).to.deep.equal(['pass']);
}

/** What people see of a message, and its files in the order of their names. */
export async function readArrived(raw: Buffer) {
  const { from, to, subject, text, html, attachments } = await PostalMime.parse(raw);
  return {
    from,
    to,
    subject,
    text: text?.trim(),
    html: html?.trim(),
    files: attachments
      .map(({ filename, mimeType, contentId, content }) => ({
        filename,
        contentType: mimeType,
        contentId: contentId ?? null,
        content: Buffer.from(content as ArrayBuffer).toString('base64'),
      }))
      .sort((a, b) => ((a.filename ?? '') < (b.filename ?? '') ? -1 : 1)),
  };
}
