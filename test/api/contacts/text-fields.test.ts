// The text fields of contacts, each wherever a contact is (docs/reference/contacts.md#text-fields): a field that is added
// to the table is tested here with the others.
import { expect } from 'chai';
import { CONTACT_FIELDS, fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSimulator, stepsIn } from '../automations/simulation/simulator.ts';
import { createImporter } from '../contact-imports/importer.ts';

const COLUMNS = CONTACT_FIELDS.map(({ column }) => column);
/** A text for each field. */
const textsOf = (word: string) => fieldsByColumn(({ column }) => `${word} ${column}`);
const NONE = fieldsByColumn(() => null);

describe('Text fields of contacts', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));
  const simulator = useEach(() => createSimulator(app));

  describe('Takes each text field in a request, a batch, an import and a step of an automation, and has it in answers, lists and webhook events.', () => {
    it('a request, a batch and an import', async () => {
      const { owner, load } = importer;
      const announced = await owner.listen('contact.created', 'contact.updated');
      const shown = async () => {
        app.clock.advance(1_000);
        const { data } = await owner.read('/contacts');
        expect(data).to.have.length(1);
        expect(await owner.contact('bo@x.dev')).to.deep.include(data[0]);
        return fieldsByColumn(({ column }) => data[0][column]);
      };
      const change = async () => {
        const [{ data = {} } = {}] = (await announced()).slice(-1);
        return fieldsByColumn(({ column }) => data[column]);
      };
      const patch = (body: object) => owner.api.patch('/contacts/bo@x.dev').send(body).expect(200);
      expect((await owner.add('bo@x.dev', textsOf('new'))).body).to.include(textsOf('new'));
      expect([await shown(), await change()]).to.deep.equal([textsOf('new'), textsOf('new')]);
      expect((await owner.add('bo@x.dev', NONE)).body).to.include(textsOf('new'));
      expect((await patch(textsOf('changed'))).body).to.include(textsOf('changed'));
      expect([await shown(), await change()]).to.deep.equal([textsOf('changed'), textsOf('changed')]);
      for (const none of [NONE, fieldsByColumn(() => '')]) {
        await patch(none);
        expect([await shown(), await change()]).to.deep.equal([NONE, NONE]);
        const batch = [{ email: 'bo@x.dev', ...textsOf('batch') }, { email: 'bo@x.dev' }];
        await owner.api.post('/contacts/batch').send(batch).expect(200);
        expect(await shown()).to.deep.equal(textsOf('batch'));
      }
      const cells = Object.values(textsOf('file'));
      await load([`email,${COLUMNS}`, `bo@x.dev,${cells}`], { on_conflict: 'update' });
      expect(await shown()).to.deep.equal(textsOf('file'));
      const column_map = fieldsByColumn(({ column }) => `of ${column}`);
      await load([`email,${Object.values(column_map)}`, `bo@x.dev,${Object.values(textsOf('map'))}`], {
        on_conflict: 'update',
        column_map,
      });
      expect(await shown()).to.deep.equal(textsOf('map'));
    });

    it('a step of an automation, and its simulation', async () => {
      const config = fieldsByColumn(({ column }) => ({ var: `event.${column}` }));
      const automation = await simulator.automation([{ key: 'update', type: 'contact_update', config }]);
      const contact = { email: 'bo@x.dev', ...textsOf('given') };
      for (const payload of [textsOf('event'), NONE]) {
        const simulated = await simulator.simulate(automation, { contact, payload });
        expect(simulated.contact).to.include(payload === NONE ? textsOf('given') : payload);
        await simulator.run(automation, { payload });
        expect(await simulator.contact(simulator.contactId)).to.include(textsOf('event'));
      }
      const removing = await simulator.automation([{ key: 'update', type: 'contact_update', config: NONE }]);
      expect((await simulator.simulate(removing, { contact })).contact).to.include(NONE);
      await simulator.run(removing);
      expect(await simulator.contact(simulator.contactId)).to.include(NONE);
    });
  });

  it('Compares each text field in filters and in rules of automations, and shows it in templates.', async () => {
    const { id } = (await simulator.add('bo@x.dev', textsOf('bo'))).body;
    for (const column of COLUMNS) {
      const field = `contact.${column}`;
      const rule = { type: 'rule', field, operator: 'eq', value: `bo ${column}` } as const;
      const { body } = await simulator.api.post('/segments/preview').send({ filter: rule });
      expect(body.contacts.map((found: { id: string }) => found.id)).to.deep.equal([id]);
      const mail = await simulator.mail({ subject: `{{{${field}}}}` });
      const asks = { key: 'asks', type: 'condition', config: rule } as const;
      const automation = await simulator.automation([asks, mail], {
        connections: [
          { from: 'trigger', to: 'asks', type: 'default' },
          { from: 'asks', to: 'mail', type: 'condition_met' },
        ],
      });
      const simulated = await simulator.simulate(automation, { email: 'bo@x.dev' });
      expect(stepsIn(simulated)).to.include('mail completed');
      expect(simulated.steps.at(-1)?.output.subject).to.equal(`bo ${column}`);
      await simulator.run(automation, { contactId: id });
      expect((await simulator.read('/emails')).data[0].subject).to.equal(`bo ${column}`);
      const sample = { subject: `{{{${field}}}}`, contact: textsOf('sample') };
      const preview = await simulator.api.post('/templates/preview').send(sample);
      expect(preview.body.subject).to.equal(`sample ${column}`);
    }
  });

  it('Rejects a text of more characters than its field takes with validation_error 422 that names the field, and such a row of an import.', async () => {
    const { owner, load, failures } = importer;
    await owner.add('bo@x.dev');
    for (const { column, max } of CONTACT_FIELDS) {
      const most = { email: 'bo@x.dev', [column]: 'x'.repeat(max) };
      expect((await owner.api.post('/contacts').send(most)).status).to.equal(200);
      const tooLong = { email: 'bo@x.dev', [column]: 'x'.repeat(max + 1) };
      const answers = [
        await owner.api.post('/contacts').send(tooLong),
        await owner.api.patch('/contacts/bo@x.dev').send(tooLong),
      ];
      for (const answer of answers) expect(expectError(answer, 422, 'validation_error')).to.include(column);
      const batch = await owner.api.post('/contacts/batch').send([tooLong]);
      expect(batch.body).to.include({ statusCode: 422, name: 'validation_error', index: 0 });
      expect(batch.body.message).to.include(column);
      const [failure] = await failures(await load([`email,${column}`, Object.values(tooLong).join(',')]));
      expect(failure?.reason).to.equal(`\`${column}\` must have at most ${max} characters.`);
    }
  });
});
