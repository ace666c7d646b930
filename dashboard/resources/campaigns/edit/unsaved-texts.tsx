// What was typed in a campaign and is not in it, because it was sent, or canceled, in another place before it was saved.
import { Button } from '../../../design/controls/button.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { type EditedCampaign, unsavedTextsOf } from './campaign-draft.ts';
import css from './editor.module.css';

interface UnsavedTextsProps {
  values: EditedCampaign;
  stored: EditedCampaign;
  onDrop(): void;
}

/** The notice, with the texts to be copied; nothing where all of it was saved. */
export function UnsavedTexts({ values, stored, onDrop }: UnsavedTextsProps) {
  const left = unsavedTextsOf(values, stored);
  if (left.length === 0) return null;
  return (
    <div className={css['left']}>
      <Stack gap={3}>
        <Notice
          kind="warn"
          role="alert"
          title="The campaign was sent or canceled while you were editing"
          action={
            <Button size="small" onPress={onDrop}>
              Discard changes
            </Button>
          }
        >
          It does not include your last changes. This browser stores them until you discard them.
        </Notice>
        {left.map(({ label, text }) => (
          <CodeBlock key={label} label={`Not saved: ${label}`} code={text} />
        ))}
      </Stack>
    </div>
  );
}
