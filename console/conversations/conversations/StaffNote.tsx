import type { Note } from '@portreeve/contract/staff/notes'
import { actorName } from '../../format/actor.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { Files } from '../../staff/files/Files.tsx'
import { When } from '../../ui/When.tsx'
import classes from './conversations.module.css'

/** A staff note between the messages, in another colour: it is never sent. */
export function StaffNote({ note }: { note: Note }) {
  const { by, at, text, mentions, assigned, files } = note
  return (
    <article className={classes.note} aria-label={`Note of ${actorName(by)}`} title={longLocal(at)}>
      <p className={classes.noteHead}>
        <strong dir="auto">{actorName(by)}</strong>{' '}
        {assigned === undefined ? 'noted' : `assigned it to ${assigned?.name ?? 'no one'}`},{' '}
        <When value={at} write={shortLocal} />
      </p>
      <p className={classes.text} dir="auto">
        {withMentions(
          text,
          mentions.map(({ name }) => `@${name}`),
        )}
      </p>
      <Files files={files} />
    </article>
  )
}

/** A text whose mentions are marked. */
function withMentions(text: string, mentions: readonly string[]) {
  if (mentions.length === 0) return text
  const names = mentions.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  let at = 0
  return text.split(new RegExp(`(${names.join('|')})`)).map((part) => {
    const key = at
    at += part.length
    return mentions.includes(part) ? <mark key={key}>{part}</mark> : part
  })
}
