import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useEscape } from './browser/escape.ts'
import { useTypedLoss } from './browser/typed-loss.tsx'
import classes from './ConfirmModal.module.css'

/** The values of the modal's optional controls. */
export interface Chosen {
  readonly checked: boolean
  readonly choice: string
}

export interface ConfirmModalProps {
  opened: boolean
  onClose: () => void
  title: string
  subtitle?: ReactNode
  /** A quiet line above the buttons, such as the environment that the action affects. */
  note?: ReactNode
  /** DLG-02 */
  checkbox?: { label: string; checked?: boolean }
  /** DLG-03 */
  dropdown?: { label: string; options: { value: string; label: string }[]; value?: string }
  /** DLG-05 */
  cancelText?: string
  confirmText?: string
  extraText?: string
  /** Confirming cannot be undone: the button is red. */
  danger?: boolean
  /** Pixels; wider where the buttons need it. */
  width?: number
  onConfirm: (chosen: Chosen) => void
  /** DLG-04: the extra button shows only with an action. */
  onExtra?: (chosen: Chosen) => void
  /** The action is running: every button is disabled. */
  busy?: boolean
  /** Why the last attempt failed. */
  problem?: string | null
  /** Further fields between subtitle and buttons. */
  children?: ReactNode
}

/** The confirm modal of the whole console (DLG-01 to DLG-05, DLG-22). */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, onClose, title, width = 380, busy = false } = props
  const loss = useTypedLoss(onClose)
  const close = () => {
    if (!busy) loss.close()
  }
  useEscape(close, opened)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      classNames={{ title: classes.title }}
      centered
      // ui/browser/escape.ts handles Escape for all layers in order.
      closeOnEscape={false}
      size={width}
      // Another name where Cancel is named Close: two buttons of one name cannot be distinguished.
      closeButtonProps={{
        'aria-label': props.cancelText === 'Close' ? 'Dismiss' : 'Close',
        disabled: busy,
        onClick: loss.leave,
      }}
    >
      <ConfirmForm {...props} loss={loss} />
    </Modal>
  )
}

/** Mounted with the modal's body, so that its values are reset each time it opens. */
function ConfirmForm(props: ConfirmModalProps & { loss: ReturnType<typeof useTypedLoss> }) {
  const { subtitle, note, checkbox, dropdown, danger, busy = false, problem, children, loss } = props
  const { cancelText = 'Cancel', confirmText = 'Confirm', extraText = 'Super Confirm' } = props
  const { onConfirm, onExtra } = props
  const [checked, setChecked] = useState(checkbox?.checked ?? false)
  const [choice, setChoice] = useState(dropdown?.value ?? dropdown?.options[0]?.value ?? '')
  const chosen = { checked, choice }

  return (
    <form
      onInput={loss.onInput}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onConfirm(chosen)
      }}
    >
      <Stack gap="lg">
        {subtitle && (
          <Text size="md" component="div" className={classes.subtitle}>
            {subtitle}
          </Text>
        )}
        {children}
        {checkbox && (
          <Checkbox
            label={checkbox.label}
            checked={checked}
            onChange={(event) => setChecked(event.currentTarget.checked)}
          />
        )}
        {dropdown && (
          <NativeSelect
            label={dropdown.label}
            data={dropdown.options}
            value={choice}
            onChange={(event) => setChoice(event.currentTarget.value)}
          />
        )}
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {loss.question}
        {note}
        <Group justify="flex-end" gap="sm">
          <Button
            type="button"
            variant="default"
            onClick={loss.leave}
            disabled={busy}
            data-autofocus={danger}
          >
            {cancelText}
          </Button>
          {onExtra && (
            <Button
              type="button"
              variant="outline"
              color="red"
              disabled={busy}
              onClick={() => onExtra(chosen)}
            >
              {extraText}
            </Button>
          )}
          <Button
            type="submit"
            color={danger ? 'red' : 'brand'}
            {...(danger && { 'data-danger': true })}
            loading={busy}
          >
            {confirmText}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
