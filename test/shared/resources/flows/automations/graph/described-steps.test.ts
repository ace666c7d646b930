// openapi.json describes steps by their types: every step that is accepted, and every one that is answered, is as it says.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import fc from 'fast-check';
import { configName } from '../../../../../../shared/contract/automations/objects.ts';
import { EXECUTABLE_STEP_TYPES } from '../../../../../../shared/contract/automations/values.ts';
import { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import { showGraph } from '../../../../../../shared/resources/flows/automations/graph/show-graph.ts';
import { CONFIGS, validBody } from './support/random-bodies.ts';
import { read, readOne } from './support/read.ts';

const VAR = { var: 'event.x' };
// biome-ignore format: a table.
const ODD: readonly unknown[] = [
  null, '', ' ', 'a', 'x'.repeat(1_000), 5, true, [], {}, VAR, { var: 5 }, [VAR], 'a@b.dev', ['a@b.dev', 5],
  { id: '' }, { id: 'a', variables: [] }, { a: [] }, { rule: {} }, { and: [] }, '31 days', 'run_start',
];

/** `contact_delete` ignores every field, and a node of rules those of other nodes, whatever they are. */
const MAY_HAVE_ANY: readonly string[] = ['contact_delete', 'condition'];

describe('The description of steps', () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const schemaOf = (name: string) =>
    ajv.getSchema(`api#/components/schemas/${name}`) ?? expect.fail(`There is no ${name}.`);

  it('accepts the steps of every graph that is accepted, and as they are answered', () => {
    const given = schemaOf('AutomationStepForm');
    const answered = ajv.getSchema('api#/components/schemas/Automation/properties/steps') ?? expect.fail();
    fc.assert(
      fc.property(validBody, (body) => {
        for (const step of body['steps'] as object[])
          expect(given(step), JSON.stringify([step, given.errors])).to.equal(true);
        const { steps } = showGraph({ ...read(body), domain: 'acme.dev' });
        expect(answered(JSON.parse(JSON.stringify(steps))), JSON.stringify(answered.errors)).to.equal(true);
        for (const step of steps) expect(given(step), JSON.stringify(step)).to.equal(true);
      }),
      { numRuns: 500 },
    );
    expect(given({ key: 'a', type: 'delay', config: { event_name: 'a' } })).to.equal(false);
  });

  for (const type of EXECUTABLE_STEP_TYPES)
    it(`accepts every config of the type ${type} that is accepted`, () => {
      const described = schemaOf(configName(type));
      const good = CONFIGS[type] ?? expect.fail('It needs good configs.');
      const names = MAY_HAVE_ANY.includes(type) ? [] : good.flatMap((config) => Object.keys(config ?? {}));
      const values = fc.constantFrom(...ODD, ...good.flatMap((config) => Object.values(config ?? {})));
      const changes = fc.array(fc.tuple(fc.constantFrom(...names, 'other'), values), { maxLength: 3 });
      const verdicts = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(fc.constantFrom(...good), changes, (config, changed) => {
          const given = { ...(config as object), ...Object.fromEntries(changed) };
          const isAccepted = accepts(type, given);
          if (isAccepted) expect(described(given), JSON.stringify(given)).to.equal(true);
          verdicts[isAccepted ? 'accepted' : 'refused'] += 1;
        }),
        { numRuns: 1_000 },
      );
      expect(verdicts.accepted).to.be.above(50);
      if (names.length > 0) expect(verdicts.refused).to.be.above(50);
    });
});

function accepts(type: string, config: object): boolean {
  try {
    readOne(type, config);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
