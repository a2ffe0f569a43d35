import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { EmailTemplate } from '@portreeve/contract/email-templates'
import { useRef, useState } from 'react'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { partsOf, type Typed, typedOf, useDraft } from './draft.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { Problem } from './Problem.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { TestButton } from './TestButton.tsx'
import { useGoBack } from './useGoBack.ts'
import { useVariables } from './useVariables.ts'

const touched = [api.emailTemplates.get, api.emailTemplates.versions]
const onItsWay = 'The change is on its way to the mail provider; it will be made without further help.'

/** EML-14, EML-23, EML-31 to EML-39 */
export function ExistingTemplate({ name, template }: { name: string; template: EmailTemplate }) {
  const draft = useDraft(template)
  const variables = useVariables(draft.typed)
  const [dialog, setDialog] = useState<'conflict' | 'history' | null>(null)
  const goBack = useGoBack()
  const once = useOneAtATime()
  const params = { id: name }
  // The version that a save is made on: the one that was read, or the one that was just compared.
  const base = useRef<number | undefined>(undefined)
  // Somebody else was quicker: both texts are shown, once the server has told the other one.
  const compare = (failure: CallFailure) => {
    if (failure.conflict) setDialog('conflict')
  }
  const saving = useAction(api.emailTemplates.update, {
    // EML-31
    done: ({ data }) => (data?.state === 'pending' ? onItsWay : 'Template saved'),
    // EML-32
    failed: 'Error saving template',
    refetch: touched,
    refetchOnConflict: touched,
    ifMatch: () => base.current,
  })
  const removing = useAction(api.emailTemplates.remove, {
    // EML-34
    done: ({ data }) => (data?.state === 'pending' ? onItsWay : 'Template deleted'),
    // EML-35
    failed: 'Error deleting template',
    refetch: [api.emailTemplates.list],
    refetchOnConflict: touched,
    ifMatch: () => draft.version,
  })
  /** EML-33: stays on the page. */
  const save = async (typed: Typed, version: number | undefined, from: typeof dialog = null) => {
    base.current = version
    // API-86, D-108: the subject is not checked here.
    const went = await saving.run({ params, body: { TemplateName: name, ...partsOf(typed) } })
    if (!went.done) return compare(went.failure)
    // Another dialog may have been opened since.
    setDialog((shown) => (shown === from ? null : shown))
    // One that is on its way is not saved yet.
    if (went.data?.state !== 'pending') draft.saved(typed, went.data?.version)
  }
  const remove = async () => {
    const went = await removing.run({ params })
    if (went.done) goBack()
    else if (draft.dirty) compare(went.failure)
  }
  const busy = saving.busy || removing.busy
  const theirs = typedOf(template)
  return (
    <>
      <Group gap="sm" mb="md">
        <GuardedButton
          may="templates.write"
          loading={saving.busy}
          onClick={() => once(() => save(draft.typed, draft.version))}
        >
          Save
        </GuardedButton>
        <GuardedButton
          may="templates.delete"
          variant="outline"
          color="red"
          loading={removing.busy}
          onClick={() => once(remove)}
        >
          Delete
        </GuardedButton>
        <TestButton name={name} typed={draft.typed} variables={variables} />
        {/* Another server keeps no versions. */}
        {template.version !== undefined && (
          <Button variant="default" onClick={() => setDialog('history')}>
            History
          </Button>
        )}
        <Text size="sm" c="dimmed" aria-live="polite" component="span">
          {draft.moved ? 'Changed by somebody else meanwhile.' : draft.dirty ? 'Not saved yet' : null}
        </Text>
        {draft.moved && (
          <Button variant="default" size="compact-sm" onClick={() => setDialog('conflict')}>
            Compare
          </Button>
        )}
      </Group>
      <Problem text={busy ? null : (detailOf(saving.failure) ?? detailOf(removing.failure))} />
      <TemplateForm typed={draft.typed} onChange={draft.change} variables={variables} />
      {dialog === 'conflict' && (
        <ConflictDialog
          theirs={theirs}
          mine={draft.typed}
          busy={saving.busy}
          problem={detailOf(saving.failure)}
          onClose={() => setDialog(null)}
          onTakeTheirs={() => {
            draft.drop()
            setDialog(null)
          }}
          onKeepMine={() => once(() => save(draft.typed, template.version, 'conflict'))}
        />
      )}
      {dialog === 'history' && (
        <HistoryDialog
          name={name}
          now={theirs}
          version={template.version}
          whyNot={draft.dirty ? 'Save or undo what you have typed first.' : null}
          busy={saving.busy}
          onClose={() => setDialog(null)}
          onRestore={(old) => once(() => save(old, template.version, 'history'))}
        />
      )}
      <LeaveGuard dirty={draft.dirty} what="this template" />
    </>
  )
}
