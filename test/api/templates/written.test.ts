// Templates of the visual editor: the API takes what the dashboard makes of any document. That the template engine finds
// nothing in 500 of them is tested without the API, which takes longer (test/dashboard/write/to-email.test.ts).
import { expect } from 'chai';
import fc from 'fast-check';
import { toEmail } from '../../../dashboard/resources/templates/write/to-email/to-email.ts';
import { documents, VALUES } from '../../dashboard/write/random-documents.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { extent, SEED } from '../../support/extent.ts';

const RUNS = extent('WRITTEN_TEMPLATES', 25, 900);
const AT_ONCE = 5;
const VARIABLES = Object.keys(VALUES).map((key) => ({ key, type: 'string' }));
const POLL = { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] };

describe('Templates of the visual editor', function () {
  this.timeout(120_000);
  const app = useApp();
  const account = useAccount(app);

  it('Takes what the dashboard makes of any document, keeps the document, and finds no error in it with a value for each variable.', async () => {
    const sampled = fc.sample(documents, { numRuns: RUNS, seed: SEED });
    const judge = async (document: (typeof sampled)[number]) => {
      const { html, text } = toEmail(document);
      const hasPoll = JSON.stringify(document).includes('"poll"');
      const body = { subject: 'News', html, text, editor: 'write', document, variables: VARIABLES };
      const created = await account.api
        .post('/templates')
        .send({ name: 'Written', ...body, ...(hasPoll && { poll: POLL }) });
      expect(created.status, JSON.stringify([created.body, document])).to.equal(201);
      expect(created.body.document).to.deep.equal(document);
      const { body: check } = await account.api
        .post(`/templates/${created.body.id}/check`)
        .send({ variables: VALUES, contact: { first_name: 'Bo' } });
      const errors = check.findings.filter(({ level }: { level: string }) => level === 'error');
      expect(errors, JSON.stringify(document)).to.deep.equal([]);
    };
    for (let begin = 0; begin < RUNS; begin += AT_ONCE)
      await Promise.all(sampled.slice(begin, begin + AT_ONCE).map(judge));
  });
});
