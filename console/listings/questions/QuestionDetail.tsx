import { Alert, Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Question } from '@portreeve/contract/listings/questions'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallFailure, detailOf, failureText } from '../../data/failure.ts'
import { heldText, useTyped } from '../../data/typed.ts'
import { useData, useLatest } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Restorable } from '../../staff/timeline/TakeBack.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { fieldsOf, isEditable } from './fields.ts'
import { QuestionFields } from './QuestionFields.tsx'

/** COM-12, COM-15: appends the error only without a response. */
const failedWords = (words: string, failure: CallFailure) =>
  failure.noAnswer ? `${words} ${failure.message}` : words

/** One community post (COM-04 to COM-17). */
export function QuestionDetail({ id }: { id: string }) {
  const [isDeleted, setDeleted] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const loaded = useData(
    api.questions.get,
    { params: { id } },
    // COM-05
    { failed: (failure) => `Error loading community post. ${failureText(failure)}`, when: !isDeleted },
  )
  // COM-16. A deleted post must not be shown from the cache; after any other failure the cached one stays.
  const question = isDeleted || loaded.failure?.status === 404 ? undefined : loaded.data
  const latest = useLatest(api.questions.get, { params: { id } })
  const typed = useTyped((field) => {
    const value = question?.[field as keyof Question]
    return question && String(value ?? '')
  })
  const form = useForm(api.questions.update, typed, {
    // COM-11, COM-12
    done: 'Community post saved.',
    failed: ({ failure }) => failedWords('Error saving community post.', failure),
    refetch: [api.questions.get, api.questions.list],
    // A colleague has saved first: the refetched value is shown beside the draft.
    refetchOnConflict: [api.questions.get],
    ifMatch: () => latest()?.version,
  })

  const send = () => {
    // COM-13
    if (!question) return
    const texts = fieldsOf(question)
      .filter(([name, value]) => isEditable(name, value))
      .map(([name, value]) => [name, heldText(value as string | null, typed.text(name))])
    // API-68: all fields, with the version that was loaded.
    form.save({ params: { id }, body: { ...question, ...Object.fromEntries(texts) } })
  }
  const problem = detailOf(form.failure)
  return (
    <>
      <PageHead
        title={question ? <Clamp text={orNull(question.title)} lines={2} /> : 'Community post'}
        above={
          <Link to="/dashboard/community/$id" params={{ id: 'overview' }}>
            Community
          </Link>
        }
      >
        {/* COM-06 */}
        <GuardedButton
          may="questions.delete"
          variant="default"
          size="compact-sm"
          c="var(--red)"
          onClick={() => {
            if (question) setConfirming(true)
          }}
        >
          Delete
        </GuardedButton>
        <GuardedButton
          may="questions.write"
          size="compact-sm"
          variant={typed.dirty ? 'filled' : 'default'}
          loading={form.busy}
          onClick={send}
        >
          Save
        </GuardedButton>
      </PageHead>
      {loaded.failure && !isDeleted && (
        <FailedState message="The community post could not be loaded." onRetry={loaded.reload} />
      )}
      {problem && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {problem}
        </Alert>
      )}
      {question ? (
        <QuestionFields question={question} typed={typed} />
      ) : isDeleted || loaded.failure?.status === 404 ? (
        <Deleted id={id} isKnown={isDeleted} onRestored={() => setDeleted(false)} />
      ) : (
        loaded.loading && <LinesSkeleton lines={10} height={28} />
      )}
      <DeleteQuestion
        id={id}
        opened={confirming}
        onClose={() => setConfirming(false)}
        version={() => latest()?.version}
        onDeleted={() => setDeleted(true)}
      />
      <LeaveGuard dirty={typed.dirty} what="this community post" />
    </>
  )
}

interface DeleteQuestionProps {
  id: string
  opened: boolean
  onClose: () => void
  version: () => number | undefined
  onDeleted: () => void
}

/** COM-07 to COM-09, COM-14, COM-15, D-127 */
const DeleteQuestion = ({ id, opened, onClose, version, onDeleted }: DeleteQuestionProps) => (
  <ActionDialog
    opened={opened}
    onClose={onClose}
    call={api.questions.remove}
    input={() => ({ params: { id } })}
    done="Community post deleted."
    failed={({ failure }) => failedWords('Error deleting community post.', failure)}
    refetch={[api.questions.list, api.held.mine]}
    refetchOnConflict={[api.questions.get]}
    ifMatch={version}
    settle={({ done }) => {
      if (done) onDeleted()
    }}
    title="Confirm Cancel Community Post"
    subtitle="This action is not reversible."
    danger
  />
)

/** @param isKnown this page has deleted it; a post that is not found may never have been there */
function Deleted(props: { id: string; isKnown: boolean; onRestored: () => void }) {
  const { id, isKnown, onRestored } = props
  const restorable = <Restorable kind="question" id={id} onDone={onRestored} />
  if (!isKnown) return restorable
  return (
    <Text size="sm" component="div">
      This community post is deleted.{' '}
      <Button
        renderRoot={(props) => <Link to="/dashboard/community/$id" params={{ id: 'overview' }} {...props} />}
        size="compact-sm"
        variant="default"
      >
        All community posts
      </Button>
      {restorable}
    </Text>
  )
}
