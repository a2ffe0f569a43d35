import { Button, Text, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isMask, maskNamed } from '@portreeve/contract/base/personal'
import { type Revealed, revealable, type User } from '@portreeve/contract/people/users'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { RevealDialog } from '../../shell/records/RevealDialog.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'

/** Reveals a person's masked fields; requires a reason. Renders nothing without masked fields. */
export function RevealButton({ user, onRevealed }: { user: User; onRevealed: (values: Revealed) => void }) {
  const [open, setOpen] = useState(false)
  const whyNot = useWhyNot('personal.reveal')
  const hidden = revealable.filter((field) => isMask(user[field]))
  const usable = hidden.length > 0 && whyNot === null
  useShortcuts({ r: () => setOpen(true) }, usable && !open)
  if (hidden.length === 0) return null
  if (whyNot)
    return (
      <Text size="xs" mt="sm">
        Personal data is hidden. {whyNot}
      </Text>
    )
  return (
    <>
      <Tooltip label="Key: R">
        <Button
          variant="default"
          size="compact-sm"
          mt="sm"
          aria-keyshortcuts="R"
          onClick={() => setOpen(true)}
        >
          Reveal…
        </Button>
      </Tooltip>
      {open && (
        <RevealDialog
          call={api.users.reveal}
          input={(reason) => ({
            params: { uid: user.uid },
            body: { fields: [...hidden, 'charges' as const], reason },
          })}
          onDone={(data) => onRevealed(data ?? {})}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** A person with revealed values. A value is used only if its mask still matches the field: a changed field stays masked. */
export function withRevealed(user: User, values: Revealed): User {
  const shown = revealable.flatMap((field) => {
    const value = values[field]
    return value && user[field] === maskNamed(field, value) ? [[field, value]] : []
  })
  return { ...user, ...Object.fromEntries(shown) }
}
