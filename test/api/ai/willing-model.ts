// A language model that answers every question well, for the tests of all routes.
import { useModelServer } from '../../support/net/model-server.ts';
import { PLAIN_ANSWER } from './specimen.ts';

/** Its hooks must come before those of the application. */
export function useWillingModel() {
  const model = useModelServer();
  before(() => model.say(PLAIN_ANSWER));
  return model;
}
