// Saves text of a record that was deleted elsewhere: it makes a new record of it.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AnswerOf, InputOf } from '../api/request.ts';
import { useRefusal } from '../api/session.ts';
import { useChange } from '../api/use-call.ts';
import { Button } from '../design/controls/button.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Notice } from '../design/feedback/notice.tsx';

/** Makes a record that has a page on which it is edited. */
type Creation = 'createAutomation' | 'createCampaign' | 'createSegment' | 'createTemplate';

interface GoneRecordProps<Id extends Creation> {
  create: Id;
  body: InputOf<Id>['body'];
  /** The list that it was in, below /app. */
  listPath: string;
  /** The label of the button: "Make a new one of this". */
  label: string;
  /** The deleted record, and the text that is still here. */
  children: ReactNode;
}

/** The notice; it opens the page of the new one. */
export function GoneRecord<Id extends Creation>(props: GoneRecordProps<Id>) {
  const { create: operation, body, listPath, label, children } = props;
  const [, navigate] = useLocation();
  const create = useChange(operation, {
    onSuccess: ({ id }: AnswerOf<Creation>) => navigate(`${listPath}/${id}/edit`, { replace: true }),
  });
  return (
    <>
      <Notice
        kind="warn"
        role="alert"
        action={
          <Button
            isBusy={create.isPending}
            refusal={useRefusal(operation)}
            onPress={() => create.mutate({ body } as InputOf<Id>)}
          >
            {label}
          </Button>
        }
      >
        {children}
      </Notice>
      {create.error && <FailureNote failure={create.error} />}
    </>
  );
}
