import { Kbd, Modal, Stack, Switch } from '@mantine/core'
import { useEscape } from '../../ui/browser/escape.ts'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import classes from './review.module.css'

const keys: [keys: string[], description: string][] = [
  [['J', '↓', '→'], 'Next case'],
  [['K', '↑', '←'], 'Case before'],
  [['A'], 'Approve'],
  [['D', '1 – 9'], 'Deny with one of the messages'],
  [['U'], 'Take the last decision back'],
  [['Space'], 'Photos: arrows lead on, + and − zoom'],
  [['O'], 'The seller, in a new tab'],
  [['?'], 'These keys'],
  [['Esc'], 'Close'],
]

export function KeysHelp(props: { on: boolean; onSwitch: (on: boolean) => void; onClose: () => void }) {
  const { on, onSwitch, onClose } = props
  useEscape(onClose)
  useShortcuts({ '?': onClose }, true, { inside: true })
  return (
    <Modal opened onClose={onClose} title="Keys" centered closeOnEscape={false} size={420}>
      <Stack gap="lg">
        <dl className={classes.keys}>
          {keys.map(([names, description]) => (
            <div key={description}>
              <dt>
                {names.map((name) => (
                  <Kbd key={name} size="sm">
                    {name}
                  </Kbd>
                ))}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Review with single keys"
          checked={on}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
