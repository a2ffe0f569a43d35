import { Kbd, Modal, Stack, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { useEscape } from '../../ui/browser/escape.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'
import classes from './palette.module.css'
import { usePages } from './places.ts'

type Line = readonly [keys: string, description: string]

const everywhere: readonly Line[] = [
  ['Ctrl K', 'Search or jump to anything'],
  ['/', 'The search field of the page'],
  ['j k', 'Next and previous row of a list'],
  ['o', "Open the row's record"],
  ['Space', "Show the row's record beside the list"],
  ['F6', 'Into that panel, and back'],
  ['x', 'Tick the row'],
  ['[ ]', 'Previous and next record of the list it was opened from'],
  ['?', 'These keys'],
]

/** The keys of the page behind the dialog, as its elements declare them. */
const keysOfPage = (): readonly Line[] =>
  [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]')]
    .filter((element) => element.offsetParent !== null)
    .map((element) => [
      element.getAttribute('aria-keyshortcuts') ?? '',
      element.ariaLabel ?? element.textContent.trim(),
    ])

/** Lists the keys of the page and those of every page, with the switch for single keys. */
export function KeyList({ onClose }: { onClose: () => void }) {
  useEscape(onClose)
  const [on, setOn] = useKeysOn()
  const [own] = useState(keysOfPage)
  const pages = usePages().flatMap(({ title, keys }): Line[] => (keys ? [[keys, title]] : []))
  return (
    <Modal opened onClose={onClose} title="Keys" centered closeOnEscape={false} size={560}>
      <Stack gap="lg">
        {own.length > 0 && <Lines title="This page" lines={own} />}
        <Lines title="Every page" lines={everywhere} />
        <Lines title="Go to" lines={pages} />
        <Switch
          label="Single keys"
          description="Without them only Ctrl K works."
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <Title order={3} size="xs" c="dimmed" mb={4}>
        {title}
      </Title>
      <dl className={classes.lines}>
        {lines.map(([keys, description]) => (
          <div key={`${keys} ${description}`}>
            <dt>
              {keys.split(' ').map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
