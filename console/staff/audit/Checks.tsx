import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type AuditRow, type Check, maxCommentLength } from '@portreeve/contract/staff/audit'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { actorName } from '../../format/actor.ts'
import { shortLocal } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './audit.module.css'

interface ChecksProps {
  row: AuditRow
  checks: readonly Check[]
  onChecked: () => void
}

/** What colleagues say about a decision, and the caller's own word on it. */
export function Checks({ row, checks, onChecked }: ChecksProps) {
  const own = useOwnUid()
  const [comment, setComment] = useState('')
  const check = useAction(api.audit.check, {
    done: ({ input }) =>
      input.body.agrees ? 'You agree with the decision' : 'You disagree with the decision',
    refetch: [api.audit.list],
    settle: ({ done }) => {
      if (!done) return
      setComment('')
      onChecked()
    },
  })
  const say = (agrees: boolean) =>
    void check.run({
      params: { id: String(row.id) },
      body: { agrees, ...(comment.trim() && { comment: comment.trim() }) },
    })
  const whyNot = row.by.uid === own ? 'Another person has to check your own decision.' : null
  const shared = {
    may: 'decisions.check',
    size: 'compact-sm',
    variant: 'default',
    loading: check.busy,
  } as const
  return (
    <section aria-label="Checks of the decision" className={classes.checks}>
      {checks.length > 0 && (
        <ul>
          {checks.map((one) => (
            <li key={one.by.uid}>
              <StateWord
                word={`${actorName(one.by)} ${one.agrees ? 'agrees' : 'disagrees'}`}
                tone={one.agrees ? 'good' : 'bad'}
              />
              <small>
                <When value={one.at} write={shortLocal} />
              </small>
              {one.comment && <p dir="auto">{one.comment}</p>}
            </li>
          ))}
        </ul>
      )}
      <Textarea
        label="Comment for the colleague"
        description="Needed if you disagree. The colleague is notified of it."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxCommentLength}
        dir="auto"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={check.failure && (detailOf(check.failure) ?? 'It was not saved.')}
      />
      <div className={classes.words}>
        <GuardedButton {...shared} whyNot={whyNot} onClick={() => say(true)}>
          Agree
        </GuardedButton>
        <GuardedButton
          {...shared}
          whyNot={whyNot ?? (comment.trim() === '' ? 'Say why you disagree.' : null)}
          onClick={() => say(false)}
        >
          Disagree
        </GuardedButton>
      </div>
    </section>
  )
}
