// Which errors an operation can answer (shared/contract/refusals.ts), and how the tests hold the list against what they
// see (test/support/api/answered-errors.ts, test/runner/unseen.ts).
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { type Operation, roleFor } from '../../../shared/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations.ts';
import { refusalsOf } from '../../../shared/contract/refusals.ts';
import { findUnseenErrors } from '../../runner/unseen.ts';
import { noteAnsweredErrors } from '../../support/api/answered-errors.ts';

/** An operation in openapi.json. */
interface Described {
  operationId: OperationId;
  'x-errors': string[];
}

const ALWAYS = ['validation_error', 'application_error', 'internal_server_error'];

describe('What an operation refuses', () => {
  it('follows from its row, and is what the row names', () => {
    const keys = ['missing_api_key', 'invalid_api_key'];
    for (const [id, names] of [
      ['getUnsubscribePage', [...keys, 'restricted_api_key']],
      ['getEmail', [...keys, 'restricted_api_key', 'not_found']],
      ['previewTemplate', [...keys, 'restricted_api_key', 'not_found', 'invalid_from_address']],
      ['deleteMember', [...keys, 'dashboard_only', 'view_only_member', 'not_found']],
      ['getSession', [...keys, 'dashboard_only']],
      ['answerTotpChallenge', ['rate_limit_exceeded']],
      [
        'deleteContact',
        [...keys, 'restricted_api_key', 'view_only_member', 'not_found', 'contacts_busy', 'contacts_timeout'],
      ],
    ] as const)
      expect(refusalsOf(OPERATIONS[id]), id).to.have.members([...ALWAYS, ...names]);
    expect(refusalsOf(OPERATIONS.sendEmail)).to.include.members(['reputation_paused', 'view_only_member']);
  });

  it('is named in a row only where it does not follow from it', () => {
    for (const [id, row] of Object.entries<Operation>(OPERATIONS)) {
      const { refuses = [], ...rest } = row;
      expect(
        refuses.filter((name) => refusalsOf(rest).includes(name)),
        id,
      ).to.deep.equal([]);
      expect(new Set(refuses).size, id).to.equal(refuses.length);
      const isOwn = row.permission !== 'open' && roleFor(row) !== 'viewer';
      expect(refusalsOf(row).includes('view_only_member'), id).to.equal(isOwn);
    }
  });

  it('is what the API description lists for it, in place of all names', () => {
    const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const described = Object.values<Record<string, Described>>(paths).flatMap((each) => Object.values(each));
    expect(described).to.have.length(Object.keys(OPERATIONS).length);
    for (const { operationId, 'x-errors': errors } of described)
      expect(errors, operationId).to.deep.equal(refusalsOf(OPERATIONS[operationId]));
    expect(components.responses.Error.description).to.include('x-errors').and.not.include('not_found');
  });

  it('is noted in tests, which fail when the row does not declare it', async () => {
    const app = express();
    const answered = noteAnsweredErrors(app);
    const refuse = (route: string, name: string) =>
      app.get(route, (_request, response) => {
        response.locals = { route, refusal: { name, message: 'No.' } };
        response.status(422).json({});
      });
    refuse('/emails', 'validation_error');
    refuse('/emails/:id', 'invalid_attachment');
    refuse('/of-a-test', 'invalid_attachment');
    for (const asked of ['/emails', '/of-a-test', '/elsewhere']) await supertest(app).get(asked);
    answered.check();
    await supertest(app).head('/emails/1');
    expect(() => answered.check()).to.throw('getEmail answers invalid_attachment: No.');
  });

  it('must have been seen by a test of a whole run, but for exceptions', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-seen-'));
    try {
      const seen = ['getEmail not_found', 'getCampaign not_found'];
      await writeFile(path.join(directory, '1'), `${seen.join('\n')}\n`);
      const unseen = findUnseenErrors(directory).map((failure) => failure.split(',')[0]);
      expect(unseen).to.include.members([
        'getEmail declares restricted_api_key',
        'sendEmail declares not_found',
      ]);
      for (const id of ['getEmail', 'getCampaign', 'getBroadcast'])
        expect(unseen).not.to.include(`${id} declares not_found`);
      for (const name of ['missing_api_key', 'internal_server_error', 'validation_error'])
        expect(unseen).not.to.include(`getEmail declares ${name}`);
      expect(unseen).to.include('listEmails declares validation_error');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
