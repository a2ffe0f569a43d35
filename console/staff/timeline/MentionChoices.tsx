import { Button, Group } from '@mantine/core'
import { maxMentions } from '@portreeve/contract/staff/notes'

interface Colleague {
  readonly uid: string
  readonly name: string
}

/** Colleagues that are offered at once. */
const maxChoices = 6

/** The uids of the colleagues whose names a note has after an @. */
export const mentionedIn = (text: string, colleagues: readonly Colleague[]): string[] =>
  colleagues
    .filter(({ name }) => text.includes(`@${name}`))
    .slice(0, maxMentions)
    .map(({ uid }) => uid)

interface MentionChoicesProps {
  text: string
  colleagues: readonly Colleague[]
  /** Receives the text with the chosen name at its end. */
  onChoose: (text: string) => void
}

/** The colleagues whose names begin with what stands after the last @. Renders nothing without one. */
export function MentionChoices({ text, colleagues, onChoose }: MentionChoicesProps) {
  const [begun, typed = ''] = /@([^@\n]{0,40})$/.exec(text) ?? []
  if (begun === undefined) return null
  const fitting = colleagues
    .filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()) && name !== typed)
    .slice(0, maxChoices)
  if (fitting.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label="Mention">
      {fitting.map(({ uid, name }) => (
        <Button
          key={uid}
          size="compact-xs"
          variant="default"
          onClick={() => onChoose(`${text.slice(0, text.length - typed.length)}${name} `)}
        >
          @{name}
        </Button>
      ))}
    </Group>
  )
}
