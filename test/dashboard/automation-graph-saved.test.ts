// States of graphs that are edited at random, sent to the API: it takes them and answers the same graph, or the refusal is
// about a step that the page finds.
import { expect } from 'chai';
import { faultyStep, graphFaults } from '../../dashboard/resources/automations/graph/faults.ts';
import { type EditedGraph, graphBody, graphOf } from '../../dashboard/resources/automations/graph/graph.ts';
import { structureOf } from '../../dashboard/resources/automations/graph/layout.ts';
import { createAutomationOwner } from '../api/automations/owner.ts';
import { useApp } from '../support/api/app.ts';
import { extent, SEED } from '../support/extent.ts';
import { createContactProperty } from '../support/factories/contact-factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { createRandom, pick } from '../support/random.ts';
import { ACTS, ANY_FIELDS, FINISHED, largestGraph, SEGMENT, someRecords } from './edited-graphs.ts';

const STATES = extent('SAVED_GRAPHS', 100, 500);

/** A graph after acts at random, whose unfinished steps are finished. */
function stateOf(first: EditedGraph, seed: number, segment: string): EditedGraph {
  const random = createRandom(seed);
  let graph = first;
  for (let done = 0; done < 20; done += 1) {
    const acted = pick(random, Object.values(ACTS))(graph, random);
    if (!('refusal' in acted)) graph = acted.graph;
  }
  const faulty = new Set(graphFaults(graph, ANY_FIELDS).map(({ key }) => key));
  const steps = graph.steps.map((step) =>
    faulty.has(step.key) ? { ...step, config: FINISHED[step.type] ?? step.config } : step,
  );
  return JSON.parse(JSON.stringify({ ...graph, steps }).replaceAll(SEGMENT, segment));
}

describe('An edited graph that is saved', () => {
  const app = useApp();

  it('is answered as it was sent, or refused at a step that the page finds', async () => {
    const owner = await createAutomationOwner(app);
    const segment = await owner.segment();
    await createTemplate(app.pool, owner.accountId, { alias: 'story' });
    await createContactProperty(app.pool, owner.accountId, { key: 'plan' });
    await createContactProperty(app.pool, owner.accountId, { key: 'tier', type: 'number' });
    const { id } = await owner.made();
    const counts = { saved: 0, refused: 0 };
    const save = async (graph: EditedGraph, what: string) => {
      const { status, body } = await owner.change(id, graphBody(graph));
      const said = `${what}: ${JSON.stringify(body).slice(0, 500)}`;
      if (status === 200) {
        counts.saved += 1;
        const answered = graphOf(body);
        expect(structureOf(answered), said).to.equal(structureOf(graph));
        expect(answered.trigger, said).to.deep.equal(graph.trigger);
        expect(answered.steps.map(({ key, type }) => [key, type])).to.deep.equal(
          graph.steps.map(({ key, type }) => [key, type]),
        );
        // What was answered changes nothing when it is sent again.
        const again = await owner.change(id, graphBody(answered));
        expect([again.status, again.body.updated_at], said).to.deep.equal([200, body.updated_at]);
      } else {
        counts.refused += 1;
        expect(status, said).to.be.oneOf([404, 422]);
        expect(faultyStep(graph, body.field ?? ''), said).not.to.equal(undefined);
      }
      return status;
    };
    // Without any connection the API would make some, so the page asks nothing then.
    const states = someRecords(STATES * 4, SEED, segment)
      .map((record, index) => stateOf(graphOf(record), SEED + index, segment))
      .filter(({ steps, connections }) => steps.length === 0 || connections.length > 0)
      .filter((graph, index) => index % 8 === 0 || graphFaults(graph, ANY_FIELDS).length === 0)
      .slice(0, STATES);
    for (const [index, graph] of states.entries()) await save(graph, `seed ${SEED}, state ${index}`);
    expect(counts.saved + counts.refused).to.equal(STATES);
    expect(counts.refused).to.be.above(STATES / 20);
    expect(counts.saved).to.be.above(STATES / 2);
    for (const form of ['line', 'branches'] as const)
      expect(await save(largestGraph(form), form)).to.equal(200);
  });
});
