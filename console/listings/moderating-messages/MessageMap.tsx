import { Text, Textarea, TextInput, Title } from '@mantine/core'
import type { ModeratingMessages } from '@portreeve/contract/listings/moderating-messages'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, type Typed } from '../../data/typed.ts'
import { AddRow } from '../../shell/records/KeyValuePanel.tsx'
import { fieldOf, keysOf, type MapName } from './edits.ts'
import classes from './moderating-messages.module.css'

interface MessageMapProps {
  map: MapName
  messages: ModeratingMessages
  typed: Typed
  onAdd: (key: string, text: string) => Promise<boolean>
  onWriting: (writing: boolean) => void
}

/** One map: its messages, and a row for a new one (MOD-04, MOD-05, MOD-19). */
export function MessageMap({ map, messages, typed, onAdd, onWriting }: MessageMapProps) {
  const whyNot = useWhyNot('moderatingMessages.write')
  const keys = keysOf(messages, map, typed)
  return (
    <section aria-labelledby={map}>
      <Title order={2} id={map} mb="sm">
        {map}
      </Title>
      {keys.length === 0 ? (
        <Text size="sm">No items.</Text>
      ) : (
        <ul className={classes.list}>
          {keys.map((key) => (
            <Entry key={key} map={map} entry={key} typed={typed} whyNot={whyNot} />
          ))}
        </ul>
      )}
      <AddRow
        label={`Add to ${map}`}
        whyNot={whyNot}
        onAdd={onAdd}
        onWriting={onWriting}
        // D-088: an existing key is overwritten, so its text is shown first.
        noteOf={(key) => (Object.hasOwn(messages[map], key) ? `Replaces: ${messages[map][key]}` : null)}
      />
    </section>
  )
}

interface EntryProps {
  map: MapName
  entry: string
  typed: Typed
  whyNot: string | null
}

function Entry({ map, entry, typed, whyNot }: EntryProps) {
  const [key, text] = [fieldOf(map, 'key', entry), fieldOf(map, 'text', entry)]
  const isCleared = typed.text(text) === ''
  const note = [
    movedWords(typed.movedTo(text)),
    isCleared ? 'Save deletes this message.' : null,
    !isCleared && typed.isDirty(key) ? `Save moves it from ${entry}.` : null,
  ]
    .filter(Boolean)
    .join(' ')
  const shared = {
    size: 'xs',
    autoComplete: 'off',
    readOnly: Boolean(whyNot),
    ...(whyNot && { 'aria-description': whyNot }),
    attributes: { input: { dir: 'auto' } },
  } as const
  return (
    <li className={classes.entry} data-dirty={typed.isDirty(key) || typed.isDirty(text) || undefined}>
      <TextInput
        {...shared}
        aria-label={`Key ${entry}`}
        spellCheck={false}
        classNames={{ input: classes.key ?? '' }}
        value={typed.text(key)}
        onChange={(event) => typed.change(key, event.currentTarget.value)}
      />
      <Textarea
        {...shared}
        aria-label={entry}
        rows={2}
        resize="vertical"
        value={typed.text(text)}
        onChange={(event) => typed.change(text, event.currentTarget.value)}
        {...(note && {
          description: note,
          descriptionProps: { className: classes.note ?? '', dir: 'auto', role: 'status' },
          inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
            | 'label'
            | 'input'
            | 'description'
            | 'error'
          )[],
        })}
      />
    </li>
  )
}
