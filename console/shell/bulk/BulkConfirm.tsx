import type { ReactNode } from 'react'
import { ConfirmModal, type ConfirmModalProps } from '../../ui/ConfirmModal.tsx'
import { ProductionNote } from '../EnvironmentMark.tsx'
import type { BulkDialog } from './BulkBar.tsx'

interface BulkConfirmProps
  extends Omit<BulkDialog, 'start' | 'chosen'>,
    Pick<ConfirmModalProps, 'onConfirm' | 'checkbox' | 'width'> {
  title: string
  subtitle?: ReactNode
  confirmText: string
  cancelText?: string
  danger?: boolean
  children?: ReactNode
}

/** Confirms an action for many rows. */
export const BulkConfirm = ({ amount: _, ...props }: BulkConfirmProps) => (
  <ConfirmModal opened width={460} note={<ProductionNote />} {...props} />
)
