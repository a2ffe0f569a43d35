import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import { orNull } from '../../format/words.ts'
import { LongText } from '../../ui/LongText.tsx'
import classes from './conversations.module.css'

/** The answers that colleagues are writing in a conversation at this moment. Mounted while one of them writes. */
export function ColleagueDrafts({ id }: { id: string }) {
  const { data } = useData(api.inbox.drafts, { params: { id } })
  return (
    <ul className={classes.drafts} aria-label="Drafts of colleagues">
      {data?.map(({ uid, name, text }) => (
        <li key={uid}>
          <strong>
            <bdi>{orNull(name)}</bdi> writes:
          </strong>{' '}
          <LongText text={text} lines={4} />
        </li>
      ))}
    </ul>
  )
}
