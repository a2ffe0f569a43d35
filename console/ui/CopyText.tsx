import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './CopyText.module.css'

/** Copies where the clipboard API is missing too, as it is on plain http. */
async function copyToClipboard(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}

/** A text that copies itself when pressed (UDT-07 to UDT-09). */
export function CopyText({ text, resetAfter = 3000 }: { text: string; resetAfter?: number }) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), resetAfter)
    return () => clearTimeout(timer)
  }, [copied, resetAfter])

  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <Tooltip label={copied ? 'Copied!' : 'Copy'}>
        <UnstyledButton
          className={classes.copy}
          onClick={() => {
            // Counted, so that a second press begins the three seconds anew.
            copyToClipboard(text).then(() => setCopied((times) => times + 1), console.error)
          }}
        >
          <span className={classes.text} dir="auto">
            {text}
          </span>
          <Icon size={14} aria-hidden className={classes.icon} />
        </UnstyledButton>
      </Tooltip>
      <VisuallyHidden aria-live="polite">{copied ? 'On the clipboard' : ''}</VisuallyHidden>
    </>
  )
}
