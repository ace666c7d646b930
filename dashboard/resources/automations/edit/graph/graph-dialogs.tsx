// What is asked before an act: to which step a way is to lead, and which branch stays when a step is deleted.
import { useState } from 'react';
import { Button } from '../../../../design/controls/button.tsx';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { Dialog } from '../../../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../../../design/layout/form.tsx';
import { Stack } from '../../../../design/layout/stack.tsx';
import { capitalised } from '../../../../format/capitalised.ts';
import { type Acted, branchesOf, leadTo, possibleTargets, removeStep } from '../../graph/acts.ts';
import type { EditedGraph, Way } from '../../graph/graph.ts';
import { OUTCOME_WORDS } from '../../graph/step-sentences.ts';

/** The subject of the question. */
export type GraphQuestion = { lead: Way } | { remove: string };

interface GraphDialogProps {
  question: GraphQuestion | undefined;
  graph: EditedGraph;
  sentences: ReadonlyMap<string, string>;
  onAct(acted: Acted, name: string): void;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function GraphDialog({ question, isOpen, onClose, ...of }: GraphDialogProps) {
  const act = (acted: Acted, name: string) => {
    onClose();
    of.onAct(acted, name);
  };
  const isLead = question !== undefined && 'lead' in question;
  return (
    <Dialog
      title={isLead ? 'Connect to which step?' : 'Keep which branch?'}
      isOpen={isOpen}
      onClose={onClose}
    >
      {question && 'lead' in question && <LeadForm way={question.lead} {...of} onAct={act} />}
      {question && 'remove' in question && <BranchChoice stepKey={question.remove} {...of} onAct={act} />}
    </Dialog>
  );
}

type Asked = Pick<GraphDialogProps, 'graph' | 'sentences' | 'onAct'>;

function LeadForm({ way, graph, sentences, onAct }: Asked & { way: Way }) {
  const [to, setTo] = useState<{ id: string; label: string }>();
  const targets = possibleTargets(graph, way).map((key) => ({
    id: key,
    label: sentences.get(key) ?? key,
    hint: key,
  }));
  const refusal = to ? undefined : 'Choose a step.';
  return (
    <Form
      onSubmit={() => to && onAct(leadTo(graph, way, to.id), 'Connect to another step')}
      refusal={refusal}
    >
      <ComboBox
        label="Step"
        hint="Only steps that do not lead back to this one."
        value={to}
        onChange={(next) => setTo(next?.id === undefined ? undefined : { id: next.id, label: next.label })}
        read={(text) =>
          Promise.resolve(
            targets.filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(text.toLowerCase())),
          )
        }
        autoFocus
      />
      <FormActions>
        <Button type="submit" variant="filled" refusal={refusal}>
          Connect
        </Button>
      </FormActions>
    </Form>
  );
}

function BranchChoice({ stepKey, graph, sentences, onAct }: Asked & { stepKey: string }) {
  return (
    <Stack gap={3}>
      <p>Steps that only the other branch leads to are deleted too.</p>
      {branchesOf(graph, stepKey).map(({ outcome, to = '' }) => (
        <Button key={outcome} onPress={() => onAct(removeStep(graph, stepKey, outcome), 'Delete a step')}>
          {capitalised(OUTCOME_WORDS[outcome])}: {sentences.get(to) ?? to}
        </Button>
      ))}
    </Stack>
  );
}
