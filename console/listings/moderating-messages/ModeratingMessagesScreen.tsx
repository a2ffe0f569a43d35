import { Alert } from '@mantine/core'
import { api } from '@portreeve/contract'
import { messageMaps } from '@portreeve/contract/listings/moderating-messages'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallFailure, detailOf, failureText } from '../../data/failure.ts'
import { useTyped } from '../../data/typed.ts'
import { useAction } from '../../data/use-action.ts'
import { useData, useLatest } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { editsOf, type MapName, nowIn } from './edits.ts'
import { MessageMap } from './MessageMap.tsx'
import classes from './moderating-messages.module.css'

/** The standard messages of moderation: two maps of texts by key (MOD-01 to MOD-19). */
export function ModeratingMessagesScreen() {
  const loaded = useData(
    api.moderatingMessages.get,
    {},
    // MOD-03
    { failed: (failure) => `Error loading admin messages. ${failureText(failure)}` },
  )
  const messages = loaded.data
  const latest = useLatest(api.moderatingMessages.get, {})
  const typed = useTyped((field) => nowIn(messages, field))
  /** The maps whose add row contains text. */
  const [writing, setWriting] = useState<readonly MapName[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const shared = {
    refetch: [api.moderatingMessages.get, api.config.get],
    // A colleague has saved first: the refetched value is shown beside the draft.
    refetchOnConflict: [api.moderatingMessages.get],
    inOrder: 'moderating messages',
    ifMatch: () => latest()?.version,
  }
  const form = useForm(api.moderatingMessages.update, typed, {
    ...shared,
    // MOD-10 to MOD-12
    done: 'Updates saved',
    failed: ({ failure }) => withError('Error saving', ' ', failure),
  })
  const add = useAction(api.moderatingMessages.update, {
    ...shared,
    // MOD-14 to MOD-16
    done: 'Saved new message',
    failed: ({ failure }) => withError('Error adding', ': ', failure),
  })

  const send = () => {
    if (!messages) return
    const { change, problem } = editsOf(messages, typed)
    setProblem(problem)
    // MOD-09
    if (change) form.save({ body: change })
  }
  const refusal = problem ?? detailOf(form.failure) ?? detailOf(add.failure)
  return (
    <>
      <div className={classes.head}>
        <PageHead title="Moderating">
          <Link to="/dashboard/policies">Policies</Link>
          <Link to="/dashboard/rules">Rules</Link>
          <Link to="/dashboard/lists">Lists</Link>
          <Link to="/dashboard/transparency">Transparency</Link>
          {/* MOD-07 */}
          <GuardedButton
            may="moderatingMessages.write"
            size="compact-sm"
            variant={typed.dirty ? 'filled' : 'light'}
            loading={form.busy}
            onClick={send}
          >
            Save
          </GuardedButton>
        </PageHead>
      </div>
      {loaded.failure && (
        <FailedState message="The standard messages could not be loaded." onRetry={loaded.reload} />
      )}
      {refusal && (
        <Alert color="red" variant="light" role="alert" mb="lg">
          {refusal}
        </Alert>
      )}
      {messages ? (
        <div className={classes.maps}>
          {messageMaps.map((map) => (
            <MessageMap
              key={map}
              map={map}
              messages={messages}
              typed={typed}
              // MOD-13
              onAdd={async (key, text) => {
                if (key.trim() === '' || text.trim() === '') return false
                return (await add.run({ body: { [map]: { [key]: text } } })).done
              }}
              onWriting={(isWriting) =>
                setWriting((all) => [...all.filter((one) => one !== map), ...(isWriting ? [map] : [])])
              }
            />
          ))}
        </div>
      ) : (
        loaded.loading && <LinesSkeleton lines={10} height={48} />
      )}
      <LeaveGuard dirty={typed.dirty || writing.length > 0} what="the standard messages" />
    </>
  )
}

/** Appends the error only without a response (MOD-12, MOD-16); a server's message is shown on the page. */
const withError = (words: string, separator: string, failure: CallFailure) =>
  failure.noAnswer ? `${words}${separator}${failure.message}` : words
