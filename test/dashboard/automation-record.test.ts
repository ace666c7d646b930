// Where the record of an automation leads: to its runs, in the list as it is filtered; and the states by which they are listed.
import { expect } from 'chai';
import {
  outerSearch,
  RUN_STATES,
  runsPath,
} from '../../dashboard/resources/automations/record/runs/run-lists.ts';
import { RUN_STATUSES } from '../../shared/contract/automations/values.ts';

describe('The links in the record of an automation', () => {
  it('keep the filters and the page of the list next to the record, and none of the lists in it', () => {
    const search = '?q=trial&after=x&runs_status=failed&runs_after=y&why_since=z&needs_attention=true';
    expect(outerSearch(search)).to.equal('?q=trial&needs_attention=true&after=x');
    expect(outerSearch('?runs_status=failed')).to.equal('');
    expect(runsPath('a', { status: 'failed', step: 'a&b=<i>' }, outerSearch(search))).to.equal(
      '/automations/a/runs?q=trial&needs_attention=true&after=x&runs_status=failed&runs_step=a%26b%3D%3Ci%3E',
    );
  });

  it('lead to the runs of every state that a run has', () => {
    expect(RUN_STATES.map(({ id }) => id).sort()).to.deep.equal([...RUN_STATUSES].sort());
  });
});
