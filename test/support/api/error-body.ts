// Checks the complete error object (docs/reference/errors.md): a test that checks only the status would not see a leak.
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';

/** A response of supertest. */
interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Expects exactly `{statusCode, name, message, docs_url}` as JSON, and a request id.
 * @param details other fields that the answer has
 * @returns the message
 */
export function expectError(
  answer: Answer,
  statusCode: number,
  name: ErrorName,
  ...details: string[]
): string {
  expect(answer.body).to.have.all.keys('statusCode', 'name', 'message', 'docs_url', ...details);
  const body = answer.body as { statusCode: number; name: string; message: string; docs_url: string };
  expect({ status: answer.status, statusCode: body.statusCode, name: body.name }).to.deep.equal({
    status: statusCode,
    statusCode,
    name,
  });
  expect(body.message).to.be.a('string').and.not.equal('');
  expect(body.docs_url)
    .to.match(/^https?:/)
    .and.match(new RegExp(`/docs/errors/${name}$`));
  expect(answer.headers['content-type']).to.match(/^application\/json/);
  expect(answer.headers['x-request-id']).to.match(/^\S{1,128}$/);
  return body.message;
}
