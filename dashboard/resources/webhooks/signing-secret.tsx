// A signing secret that was just made: the secret, which no page shows again, and how a program verifies with it.
import { useState } from 'react';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { Tabs } from '../../design/controls/tabs.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { FormActions } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { Secret } from '../../records/secret.tsx';
import { showOnce } from '../../records/shown-once.tsx';
import { VERIFY_WITH_NODE, verifyWithCli } from './verify-snippets.ts';

const WAYS = [
  { id: 'node', label: 'Node' },
  { id: 'cli', label: 'CLI' },
];

/** Shows it in a dialog that only its button closes. @param title names the finished act */
export function showSecret(title: string, secret: string): void {
  showOnce((close) => (
    <Dialog title={title} isOpen onClose={close} width="wide" isDismissable={false}>
      <SigningSecret secret={secret} onDone={close} />
    </Dialog>
  ));
}

function SigningSecret({ secret, onDone }: { secret: string; onDone(): void }) {
  const [way, setWay] = useState('node');
  return (
    <Stack gap={5}>
      <Secret text={secret} label="Signing secret" />
      <Section
        title="Verify each request"
        description="Posthorn signs every request. Without this check, anyone could post to your endpoint."
        level={3}
      >
        <Tabs label="Verify with" tabs={WAYS} selected={way} onSelect={setWay}>
          {way === 'node' ? (
            <CodeBlock code={VERIFY_WITH_NODE} label="Verify with Node" />
          ) : (
            <CodeBlock code={withInstall(verifyWithCli(secret))} label="Verify with the command line" />
          )}
        </Tabs>
      </Section>
      <FormActions>
        <Button variant="filled" onPress={onDone}>
          I have stored the secret
        </Button>
      </FormActions>
    </Stack>
  );
}
