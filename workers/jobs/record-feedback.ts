// The job that records what providers have said of mail. It outlives single jobs: what several have claimed is recorded together.
import type { Claim } from '../../shared/platform/work/work-table.ts';
import {
  type DoneFeedback,
  recordFeedback,
} from '../../shared/resources/messaging/provider-feedback/record.ts';
import { feedbackWork } from '../../shared/resources/messaging/provider-feedback/work.ts';
import type { OpenHandler } from '../runtime/job.ts';
import { createRecorder } from '../runtime/outcomes/recorder.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Events that are recorded per transaction. */
const GROUP_MAX = 200;

export const open: OpenHandler = (deps) => {
  const { clock, judging, metrics, log, passCrashPoint } = deps;
  const recording = {
    ...deps,
    evaluateSoon: judging.soon,
    onDone: ({ provider: source, result: kind, effect }: DoneFeedback) =>
      metrics.reports.inc({ source, purpose: 'provider', kind, effect }),
    onCommitSent: () => passCrashPoint('feedback-record-sent'),
  };
  const recorder = createRecorder<Claim>({
    write: (claims) => recordFeedback(recording, claims, clock.now()),
    describe: ({ id }) => ({ feedback: id }),
    groupMax: GROUP_MAX,
    log,
  });
  return {
    async handle({ ids }, jobDeps) {
      const claimed = await withClaims(feedbackWork.table, ids, jobDeps, async (claims) => {
        passCrashPoint('feedback-claimed');
        await Promise.all(claims.map((claim) => recorder.record(claim)));
      });
      return describeClaims(ids.length, claimed);
    },
    drain: () => Promise.resolve(recorder.stop()),
  };
};
