// The step `delay`: waits for a time.
import { durationMs, durationSchema, ownFields } from './config-schema.ts';
import type { EngineKind } from './step-type.ts';

export const delayStep: EngineKind<{ duration: string }> = {
  schema: ownFields({
    duration: durationSchema.required().description('How long to wait, such as `3 days`; up to 30 days'),
  }),
  compile: ({ duration }) => ({ kind: 'pause', durationMs: durationMs(duration) }),
};
