import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { EmailTemplate } from '@portreeve/contract/conversations/email-templates'
import { useRef, useState } from 'react'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { partsOf, type Typed, typedOf, useDraft } from './draft.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { Problem } from './Problem.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { TestButton } from './TestButton.tsx'
import { useGoBack } from './useGoBack.ts'
import { useVariables } from './useVariables.ts'

const affected = [api.emailTemplates.get, api.emailTemplates.versions]
const pendingWords = 'The change is on its way to the mail provider; it will be made without further help.'

/** EML-14, EML-23, EML-31 to EML-39 */
export function ExistingTemplate({ name, template }: { name: string; template: EmailTemplate }) {
  const draft = useDraft(template)
  const variables = useVariables(draft.typed)
  const [dialog, setDialog] = useState<'conflict' | 'history' | null>(null)
  const goBack = useGoBack()
  const once = useOneAtATime()
  const params = { id: name }
  // The version that a save is based on: the loaded one, or the one that was just compared.
  const base = useRef<number | undefined>(undefined)
  // A colleague has saved first: show both texts once theirs is refetched.
  const compare = (failure: CallFailure) => {
    if (failure.conflict) setDialog('conflict')
  }
  const saving = useAction(api.emailTemplates.update, {
    // EML-31
    done: ({ data }) => (data?.state === 'pending' ? pendingWords : 'Template saved'),
    // EML-32
    failed: () => 'Error saving template',
    refetch: affected,
    refetchOnConflict: affected,
    ifMatch: () => base.current,
  })
  const removing = useAction(api.emailTemplates.remove, {
    // EML-34
    done: ({ data }) => (data?.state === 'pending' ? pendingWords : 'Template deleted'),
    // EML-35
    failed: () => 'Error deleting template',
    refetch: [api.emailTemplates.list],
    refetchOnConflict: affected,
    ifMatch: () => draft.version,
  })
  /** EML-33: stays on the page. */
  const save = async (typed: Typed, version: number | undefined, from: typeof dialog = null) => {
    base.current = version
    // API-86, D-108: the subject is not validated here.
    const outcome = await saving.run({ params, body: { TemplateName: name, ...partsOf(typed) } })
    if (!outcome.done) return compare(outcome.failure)
    // Do not close another dialog that was opened during the save.
    setDialog((shown) => (shown === from ? null : shown))
    // A pending change is not saved yet.
    if (outcome.data?.state !== 'pending') draft.saved(typed, outcome.data?.version)
  }
  const remove = async () => {
    const outcome = await removing.run({ params })
    if (outcome.done) goBack()
    else if (draft.dirty) compare(outcome.failure)
  }
  const busy = saving.busy || removing.busy
  const theirs = typedOf(template)
  return (
    <>
      <Group gap="sm" mb="lg">
        <GuardedButton
          may="emailTemplates.write"
          loading={saving.busy}
          onClick={() => once(() => save(draft.typed, draft.version))}
        >
          Save
        </GuardedButton>
        <GuardedButton
          may="emailTemplates.delete"
          variant="outline"
          color="red"
          loading={removing.busy}
          onClick={() => once(remove)}
        >
          Delete
        </GuardedButton>
        <TestButton name={name} typed={draft.typed} variables={variables} />
        {/* Another server may not store versions. */}
        {template.version !== undefined && (
          <Button variant="default" onClick={() => setDialog('history')}>
            History
          </Button>
        )}
        <Text size="sm" c="dimmed" aria-live="polite" component="span">
          {draft.moved ? 'Changed by a colleague meanwhile.' : draft.dirty ? 'Not saved yet' : null}
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
            draft.discard()
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
