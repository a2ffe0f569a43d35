import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { useData } from '../../data/use-data.ts'
import { orNull } from '../../format/words.ts'
import { LongText } from '../../ui/LongText.tsx'
import { inWords } from '../macros/action-words.ts'
import { useColleagueName } from '../macros/useColleagueName.ts'
import classes from './conversations.module.css'

interface ColleagueDraftsProps {
  id: string
  /** Continues a draft as the caller's own; undefined where the caller may not answer. */
  onTake?: ((text: string, actions: MacroActions) => void) | undefined
}

/** The answers that colleagues are writing in a conversation at this moment. Mounted while one of them writes. */
export function ColleagueDrafts({ id, onTake }: ColleagueDraftsProps) {
  const { data } = useData(api.inbox.drafts, { params: { id } })
  const nameOf = useColleagueName(data?.map(({ actions }) => actions) ?? [])
  return (
    <ul className={classes.drafts} aria-label="Drafts of colleagues">
      {data?.map(({ uid, name, text, actions }) => (
        <li key={uid}>
          <strong>
            <bdi>{orNull(name)}</bdi> writes:
          </strong>{' '}
          <LongText text={text} lines={4} />
          {actions && (
            <p>
              On sending:{' '}
              {inWords(actions.assign === 'me' ? { ...actions, assign: { uid } } : actions, (one) =>
                one === uid ? orNull(name) : nameOf(one),
              )
                .map(({ words }) => words)
                .join(', ')}
            </p>
          )}
          {onTake && (
            <Button size="compact-xs" variant="default" onClick={() => onTake(text, actions ?? {})}>
              Continue this draft
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
