import { Button, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Held, maxReasonLength } from '@portreeve/contract/staff/held'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { type HeldNow, isHeldAction, useHeld, useUndo } from '../../data/held.ts'
import { useAction } from '../../data/use-action.ts'
import { orNull } from '../../format/words.ts'
import { WriteButton } from '../../shell/writing.tsx'
import { useMeantClick } from '../../ui/browser/second-click.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './held.module.css'

const words: Partial<Record<Held['action'], string>> = {
  'posts.remove': 'Deleted',
  'listingReports.ignore': 'Ignored the reports about',
  'userReports.resolve': 'Resolved the reports about',
  'users.unban': 'Unblocked',
  'questions.remove': 'Deleted',
  'userContent.deletePosts': 'Deleted all listings of',
  'userContent.deleteConversations': 'Deleted all conversations of',
  'userContent.deleteCommunityContent': 'Deleted all community posts of',
}

/**
 * The caller's recent actions that can be undone, on every page and after a reload. Pending Review shows its own decisions.
 * Ctrl+Z undoes the newest, because ten seconds are too short to reach the button by Tab.
 */
export function HeldActions() {
  const held = useHeld().filter(isHeldAction)
  const [explained, setExplained] = useState<HeldNow | null>(null)
  const undo = useUndo()
  const [newest] = held
  useUndoKey(newest && (() => void undo.run(newest)))
  const { seen, meant } = useMeantClick()
  const rows = explained && !held.some(({ id }) => id === explained.id) ? [...held, explained] : held
  if (rows.length === 0) return null
  return (
    <section ref={seen} className={classes.held} aria-label="Just done" data-floats>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={classes.line}>
              <span>{words[row.action]}</span>
              <span className={classes.title}>
                <Clamp text={orNull(row.title)} />
              </span>
              <Undo held={row} newest={row === newest} />
              {row.action === 'users.unban' && (
                <WriteButton
                  uid={row.subject_id}
                  variant="subtle"
                  size="compact-xs"
                  text={unblockedText(orNull(row.title))}
                >
                  Write to them
                </WriteButton>
              )}
              {explained?.id !== row.id && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  onClick={meant(() => setExplained(row))}
                >
                  {row.reason ? 'Change reason' : 'Add reason'}
                </Button>
              )}
            </div>
            {explained?.id === row.id && <Reason held={row} onClose={() => setExplained(null)} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first draft of the message to an unblocked person. */
const unblockedText = (name: string) => `Hello ${name},\n\nyour account is no longer blocked.`

/** Undo with the remaining seconds; renders nothing once the action is final. */
function Undo({ held, newest }: { held: HeldNow; newest: boolean }) {
  const undo = useUndo()
  const { seen, meant } = useMeantClick()
  const seconds = Math.ceil((held.until - performance.now()) / 1000)
  if (seconds <= 0) return null
  return (
    <Button
      ref={seen}
      variant="subtle"
      size="compact-xs"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={undo.busy}
      onClick={meant(() => void undo.run(held))}
      {...(newest && { title: 'Ctrl+Z', 'aria-keyshortcuts': 'Control+Z Meta+Z' })}
    >
      Undo{' '}
      <span className={classes.seconds} aria-hidden>
        {seconds} s
      </span>
    </Button>
  )
}

/** The form for the reason. It stays open when the action is final: a reason can still be sent. */
function Reason({ held, onClose }: { held: HeldNow; onClose: () => void }) {
  const [text, setText] = useState(held.reason ?? '')
  const save = useAction(api.held.explain, {
    done: 'Reason saved',
    failed: 'The reason could not be saved',
    refetch: [api.held.mine],
    settle: ({ done }) => done && onClose(),
  })
  return (
    <form
      className={classes.line}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !save.busy)
          void save.run({ params: { id: held.id }, body: { reason: text.trim() } })
      }}
    >
      <TextInput
        size="xs"
        flex={1}
        dir="auto"
        aria-label={`Reason: ${orNull(held.title)}`}
        placeholder="Why? It goes into the audit log."
        maxLength={maxReasonLength}
        autoFocus
        value={text}
        error={save.failure && (detailOf(save.failure) ?? 'It was not saved.')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-xs" loading={save.busy}>
        Save
      </Button>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={onClose}>
        {text.trim() === '' ? 'Close' : 'Discard'}
      </Button>
    </form>
  )
}

const inputSelector = 'input, textarea, select, [contenteditable="true"], .cm-editor'

/** Ctrl+Z, except in inputs, which have their own undo. */
function useUndoKey(undo: (() => void) | undefined) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
    if (!undo || !isUndo || event.repeat || (event.target as Element).closest?.(inputSelector)) return
    event.preventDefault()
    undo()
  })
  const enabled = undo !== undefined
  useEffect(() => {
    if (!enabled) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
