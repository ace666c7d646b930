// The page on which an automation is built: its graph, and next to it the form of the chosen step, a try, and what is said of
// it as a whole. It is saved as one types while it is off; while it is on, changes wait until they are put live.
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useMemo, useState } from 'react';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Automation, CreateAutomationBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { announce } from '../../../design/feedback/notices.ts';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { useKeys } from '../../../design/keys/use-keys.ts';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Status } from '../../../design/text/status.tsx';
import { WorkPanes } from '../../../design/work/work-panes.tsx';
import { GoneRecord } from '../../../editing/gone-record.tsx';
import { WorkPage } from '../../../editing/work-page.tsx';
import { RecordState } from '../../../records/record-pane.tsx';
import { useWorkKeys } from '../../templates/editor/acts/use-work-keys.ts';
import type { EditedGraph } from '../graph/graph.ts';
import type { NamesInSteps } from '../graph/step-forms.ts';
import { sentencesOf } from '../graph/step-sentences.ts';
import { AUTOMATIONS_PATH } from '../list.ts';
import { automationBadge } from '../words.ts';
import { automationBody } from './automation-draft.ts';
import css from './editor.module.css';
import { GoLive } from './go-live.tsx';
import { GraphView } from './graph/graph-view.tsx';
import { Settings } from './settings.tsx';
import { knownFaults, refusedFaults, type StepFault } from './step-faults.ts';
import { StepForm } from './steps/step-form.tsx';
import type { TriedPath } from './try/outcome.ts';
import { Unfinished } from './unfinished.tsx';
import { type AutomationDraft, useAutomationDraft } from './use-automation-draft.ts';
import { useGraphActs } from './use-graph-acts.ts';
import { useSelection } from './use-selection.ts';

const TryIt = loadedLater(() => import('./try/try-it.tsx').then((it) => it.TryIt)).Component;
const GRAPH_HEIGHT = 480;
const PANES = {
  name: 'automation-editor',
  label: 'Parts of the editor',
  widthLabel: 'Width of the graph',
  share: 60,
  min: 25,
} as const;

/** The page. An automation that another person deletes stays on the page: otherwise the work would be lost. */
export function AutomationEditor({ id }: { id: string }) {
  const read = useCall('getAutomation', { id }, { isLive: true });
  const isGone = read.error?.status === 404 && read.data !== undefined;
  return (
    <RecordState
      read={isGone ? { ...read, data: read.data, error: null } : read}
      listPath={AUTOMATIONS_PATH}
      what="automation"
    >
      {(automation) => <Editor automation={automation} isGone={isGone} />}
    </RecordState>
  );
}

interface EditorProps {
  automation: Automation;
  isGone: boolean;
}

function Editor({ automation, isGone }: EditorProps) {
  const draft = useAutomationDraft(automation);
  const { values, change, failure, state, names } = draft;
  const places = useSelection(values.graph.trigger.key);
  const acts = useGraphActs(values.graph, (graph) => change({ graph }), places.choose);
  const faults = useFaults(draft);
  const refusal = useRefusal('updateAutomation');
  useWorkKeys({
    save: () => (state === 'saved' ? announce('Saved.') : draft.retry()),
    undo: () => (acts.undo ? acts.undo.run() : announce('There is nothing to undo.')),
    redo: () => (acts.redo ? acts.redo.run() : announce('There is nothing to redo.')),
  });
  useKeys({ s: () => places.show('try') });
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={LIST_NAME_MAX_LENGTH}
      refusal={refusal}
      back={{ href: `${AUTOMATIONS_PATH}/${automation.id}`, label: 'Automation' }}
      mark={<Status {...automationBadge(automation)} />}
      actions={
        <>
          <UndoButtons acts={acts} refusal={refusal} />
          <GoLive automation={automation} draft={draft} faults={faults} />
        </>
      }
      draft={draft}
    >
      {isGone && <GoneAutomation domain={automation.domain} draft={draft} />}
      {names ? (
        <Work
          automation={automation}
          draft={draft}
          names={names}
          faults={faults}
          places={places}
          acts={acts}
          refusal={refusal}
        />
      ) : (
        <Skeleton height={GRAPH_HEIGHT} />
      )}
    </WorkPage>
  );
}

interface WorkProps {
  automation: Automation;
  draft: AutomationDraft;
  names: NamesInSteps;
  faults: readonly StepFault[];
  places: ReturnType<typeof useSelection>;
  acts: ReturnType<typeof useGraphActs>;
  refusal: string | undefined;
}

function Work({ draft, ...work }: WorkProps) {
  const { automation, names, faults, places, refusal } = work;
  const { values, change } = draft;
  const { graph } = values;
  const [path, setPath] = useState<TriedPath>();
  const sentences = useMemo(() => sentencesOf(graph, names), [graph, names]);
  const chosen = sentences.has(places.chosen) ? places.chosen : graph.trigger.key;
  const [first] = faults;
  const step: ChosenStepProps = { ...work, graph, sentences, chosen };
  return (
    <WorkPanes
      {...PANES}
      shown={places.pane}
      onShow={places.show}
      first={{ id: 'graph', label: 'Graph', content: <GraphWithFaults {...step} path={path} /> }}
      others={[
        { id: 'step', label: 'Step', content: <ChosenStep {...step} /> },
        {
          id: 'try',
          label: 'Try it',
          content: places.isTried && (
            <TryIt
              automation={automation}
              graph={graph}
              notYet={first && `“${sentences.get(first.key) ?? first.key}” is not finished.`}
              onPath={setPath}
              onChoose={places.choose}
            />
          ),
        },
        {
          id: 'settings',
          label: 'Settings',
          content: <Settings values={values} onChange={change} refusal={refusal} />,
        },
      ]}
    />
  );
}

interface ChosenStepProps extends Omit<WorkProps, 'draft'> {
  graph: EditedGraph;
  sentences: ReadonlyMap<string, string>;
  chosen: string;
}

function GraphWithFaults(props: ChosenStepProps & { path: TriedPath | undefined }) {
  const { graph, sentences, chosen, path, refusal, faults, places, acts } = props;
  return (
    <GraphView
      graph={graph}
      sentences={sentences}
      path={path}
      refusal={refusal}
      chosen={chosen}
      note={<Unfinished faults={faults} onGo={places.toForm} />}
      faultOf={(key) => faults.find((each) => each.key === key)?.message}
      onChoose={(key, isForm) => (isForm ? places.toForm(key) : places.choose(key))}
      onAct={acts.act}
    />
  );
}

/** The form has the name of its step, for those who do not see its title. */
function ChosenStep({ sentences, chosen, faults, places, acts, ...of }: ChosenStepProps) {
  const title = sentences.get(chosen) ?? chosen;
  return (
    <section ref={places.form} className={css['form']} tabIndex={-1} aria-label={title}>
      <StepForm
        key={chosen}
        of={chosen}
        title={title}
        faults={faults.filter(({ key }) => key === chosen)}
        {...of}
        onAct={acts.act}
      />
    </section>
  );
}

function UndoButtons({ acts, refusal }: Pick<WorkProps, 'acts' | 'refusal'>) {
  const { undo, redo } = acts;
  return (
    <>
      <IconButton
        label={undo ? `Undo: ${undo.name}` : 'Undo'}
        shortcut="Ctrl Z"
        icon={Undo}
        refusal={refusal ?? (undo ? undefined : 'There is nothing to undo.')}
        onPress={() => undo?.run()}
      />
      <IconButton
        label={redo ? `Redo: ${redo.name}` : 'Redo'}
        shortcut="Ctrl Shift Z"
        icon={Redo}
        refusal={refusal ?? (redo ? undefined : 'There is nothing to redo.')}
        onPress={() => redo?.run()}
      />
    </>
  );
}

function GoneAutomation({ domain, draft }: { domain: string; draft: AutomationDraft }) {
  return (
    <GoneRecord
      create="createAutomation"
      body={{ domain, ...automationBody(draft.values) } as CreateAutomationBody}
      listPath={AUTOMATIONS_PATH}
      label="Save as new automation"
    >
      This automation was deleted elsewhere. Your changes are still here.
    </GoneRecord>
  );
}

/** The known faults, and the refusals of the API. */
function useFaults({ values: { graph }, names, refused }: AutomationDraft): readonly StepFault[] {
  return useMemo(
    () => [...(names ? knownFaults(graph, names.fields) : []), ...refusedFaults(refused, graph)],
    [graph, names, refused],
  );
}
