// Checks the complete error object (docs/reference/errors.md): a test that checks only the status would not see a leak.
import { expect } from 'chai';
import type { ErrorName, Fault } from '../../../shared/contract/errors.ts';
import { FAULTS_MAX } from '../../../shared/contract/limits.ts';

const SHOWN_MAX = 1_000;
/** 1,000 characters, and the mark of what is left out. */
const MESSAGE_MAX_LENGTH = 1_001;

/** A response of supertest. */
interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Expects exactly `{statusCode, name, message, docs_url}` as JSON, and a request id. Where a field is at fault, `field`
 * and `faults` belong to it.
 * @param details other fields that the answer has
 * @returns the message
 */
export function expectError(
  answer: Answer,
  statusCode: number,
  name: ErrorName,
  ...details: string[]
): string {
  const { field, faults, ...others } = answer.body as Record<string, unknown>;
  expect(others).to.have.all.keys('statusCode', 'name', 'message', 'docs_url', ...details);
  expectFaults(answer.body);
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

/** Expects `faults` to be a short list that begins with the refusal itself, and names each field once. */
export function expectFaults(answer: unknown): void {
  const body = answer as { name: string; message: string; field?: string; faults?: Fault[] };
  const { name, message, field, faults } = body;
  const said = JSON.stringify(body).slice(0, SHOWN_MAX);
  if (!faults) {
    expect(field, said).to.equal(undefined);
    return;
  }
  expect(faults, said).to.have.length.within(1, FAULTS_MAX);
  expect(faults[0], said).to.deep.equal({ field: field ?? null, name, message });
  const fields = faults.map((fault) => fault.field ?? fault.message);
  expect(new Set(fields).size, said).to.equal(fields.length);
  for (const fault of faults) {
    expect(fault, said).to.have.all.keys('field', 'name', 'message');
    expect(fault.message.length, said).to.be.within(1, MESSAGE_MAX_LENGTH);
  }
}
