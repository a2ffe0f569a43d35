import { Anchor, Group, Text, Textarea, TextInput, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type EvidenceField, evidenceFields } from '@portreeve/contract/money/chargebacks'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, type Texts, type Typed, useTyped } from '../../data/typed.ts'
import { useForm } from '../../data/use-form.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from '../../shell/lists/desk.module.css'
import { takesFiles } from '../../staff/files/AttachFiles.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import type { ChargebackFile } from './band.ts'
import ownClasses from './chargebacks.module.css'
import { EvidenceFiles, useEvidenceFiles } from './EvidenceFiles.tsx'
import { EvidenceList } from './EvidenceView.tsx'
import { evidenceOf, fieldNames, filledOf, longFields } from './evidence.ts'

/** Where staff find what no record has. */
const sources: Partial<Record<EvidenceField, string>> = {
  shipping_address: 'No record has the address. The picture of the shipping label shows it.',
}

const touched = [api.chargebacks.get, api.chargebacks.list]

/** The evidence as it is composed from the marketplace's records, or as it was saved; it can be edited, saved and sent. */
export function EvidenceForm({ file }: { file: ChargebackFile }) {
  const { chargeback, composed, draft } = file
  const [isSending, setSending] = useState(false)
  const saved = draft ?? composed
  const typed = useTyped((name: EvidenceField) => saved[name] ?? '')
  const attached = useEvidenceFiles(saved, file.files)
  const whyNot = useWhyNot('disputes.write')
  const params = { id: chargeback.id }
  const all = {
    texts: typed.texts,
    saved: (sent: Texts) => {
      typed.saved(sent)
      attached.saved()
    },
  }
  const form = useForm(api.chargebacks.saveEvidence, all, {
    done: 'Draft saved.',
    failed: 'Error saving the draft.',
    refetch: [api.chargebacks.get],
    refetchOnConflict: touched,
  })
  const texts = evidenceOf((name) => typed.text(name))
  const filled = filledOf(texts).length
  // An older server knows no files of evidence: without any it is sent none.
  const evidence = attached.dirty || draft?.files ? { ...texts, files: attached.files } : texts
  const dirty = typed.dirty || attached.dirty

  return (
    <>
      <form
        className={classes.card}
        aria-labelledby="evidence"
        {...(whyNot === null && takesFiles(attached.uploads))}
        onSubmit={form.onSubmit(() => ({ params, body: { evidence } }))}
      >
        <div className={classes.cardHead}>
          <div>
            <Title order={2} id="evidence">
              Evidence for the bank
            </Title>
            <Text size="xs" c="dimmed">
              {filled} of {fieldNames.length} fields filled,{' '}
              {draft === null ? 'composed from our records' : 'as the draft was saved'}
            </Text>
          </div>
          <Group gap="sm">
            <GuardedButton
              may="disputes.write"
              type="submit"
              variant="default"
              loading={form.busy}
              whyNot={dirty ? attached.whyNot : (attached.uploads.whyNot ?? 'Nothing has changed.')}
            >
              Save draft
            </GuardedButton>
            <GuardedButton
              may="disputes.write"
              whyNot={filled + attached.all.length === 0 ? 'There is no evidence to send.' : attached.whyNot}
              onClick={() => setSending(true)}
            >
              Submit…
            </GuardedButton>
          </Group>
        </div>
        <div className={`${classes.cardBody} ${ownClasses.fields}`}>
          {form.failure && (
            <Text size="sm" c="red" role="alert">
              {failureText(form.failure)}
            </Text>
          )}
          {fieldNames.map((name) => (
            <EvidenceInput key={name} name={name} typed={typed} ours={composed[name] ?? ''} whyNot={whyNot} />
          ))}
          <EvidenceFiles files={attached} readOnly={whyNot !== null} />
        </div>
      </form>
      <LeaveGuard dirty={dirty || attached.uploads.list.length > 0} what="the evidence" />
      <ActionDialog
        opened={isSending}
        onClose={() => setSending(false)}
        call={api.chargebacks.submitEvidence}
        input={() => ({ params, body: { evidence } })}
        done={({ data }) =>
          data?.state === 'pending'
            ? 'The evidence is on its way; it will be sent without further help.'
            : 'Evidence sent.'
        }
        failed="Error sending the evidence."
        refetch={touched}
        refetchOnConflict={touched}
        onDone={() => all.saved(typed.texts)}
        title="Submit the evidence"
        subtitle="The bank receives it as it stands here. It can be sent once only, and not changed after that."
        width={720}
        danger
        confirmText="Submit to the bank"
        problem={failureText}
      >
        <section className={ownClasses.preview} aria-label="As the bank receives it">
          <EvidenceList evidence={{ ...texts, files: attached.files }} files={attached.all} />
        </section>
      </ActionDialog>
    </>
  )
}

interface EvidenceInputProps {
  name: EvidenceField
  typed: Typed<EvidenceField>
  /** What our records say; empty for nothing. */
  ours: string
  /** Why it cannot be edited; null if it can. */
  whyNot: string | null
}

/** One field of the evidence. An edited one can have what our records say again. */
function EvidenceInput({ name, typed, ours, whyNot }: EvidenceInputProps) {
  const input = {
    label: evidenceFields[name],
    value: typed.text(name),
    readOnly: whyNot !== null,
    error: movedWords(typed.movedTo(name)),
    description: whyNot ?? sources[name],
    onChange: (event: { currentTarget: { value: string } }) => typed.change(name, event.currentTarget.value),
  }
  return (
    <div data-long={longFields.includes(name) || undefined}>
      {longFields.includes(name) ? (
        <Textarea {...input} autosize minRows={2} maxRows={14} maxLength={20_000} dir="auto" />
      ) : (
        <TextInput {...input} maxLength={20_000} autoComplete="off" dir="auto" />
      )}
      {typed.text(name) !== ours && ours !== '' && whyNot === null && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`Use our records for ${evidenceFields[name]}`}
          onClick={() => typed.change(name, ours)}
        >
          Edited. Use what our records say
        </Anchor>
      )}
    </div>
  )
}
