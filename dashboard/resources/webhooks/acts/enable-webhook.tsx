// Enables a webhook that was disabled, with a test first: whether the endpoint answers again is better known before all
// that has waited is posted to it. It can be enabled without.
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { FormActions } from '../../../design/layout/form.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { EVENTS_WHILE_DISABLED } from '../record-words.ts';
import { TestOutcome } from './test-outcome.tsx';

interface EnableWebhookProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EnableWebhook({ webhook, isOpen, onClose }: EnableWebhookProps) {
  return (
    <Dialog title="Enable this webhook" isOpen={isOpen} onClose={onClose}>
      <EnableSteps webhook={webhook} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EnableSteps({ webhook: { id, endpoint_url }, onClose }: Omit<EnableWebhookProps, 'isOpen'>) {
  const test = useChange('testWebhook');
  const enable = useChange('updateWebhook', {
    onSuccess: () => {
      notify('Webhook enabled.');
      onClose();
    },
  });
  const isProven = test.data?.delivered === true;
  const testButton = (
    <Button
      variant={isProven ? undefined : 'filled'}
      refusal={useRefusal('testWebhook')}
      isBusy={test.isPending}
      onPress={() => test.mutate({ id, body: {} })}
    >
      {test.data ? 'Test again' : 'Send a test first'}
    </Button>
  );
  const enableButton = (
    <Button
      variant={isProven ? 'filled' : undefined}
      refusal={useRefusal('updateWebhook')}
      isBusy={enable.isPending}
      onPress={() => enable.mutate({ id, body: { status: 'enabled' } })}
    >
      {isProven ? 'Enable' : test.data ? 'Enable anyway' : 'Enable without a test'}
    </Button>
  );
  return (
    <Stack gap={4}>
      <p>
        The test posts one sample event to <code>{endpoint_url}</code>. {EVENTS_WHILE_DISABLED}
      </p>
      {test.error && <FailureNote failure={test.error} />}
      {test.data && <TestOutcome test={test.data} />}
      {enable.error && <FailureNote failure={enable.error} />}
      <FormActions>
        {isProven ? enableButton : testButton}
        {isProven ? testButton : enableButton}
      </FormActions>
    </Stack>
  );
}
