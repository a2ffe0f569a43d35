import type { Figures } from './core/figures.ts'
import { ownFigures } from './core/own-figures.ts'
import { deskFigures } from './desk/desk-figures.ts'
import { marketplaceFigures } from './marketplace/figures.ts'
import { moneyFigures } from './money/figures.ts'
import { staffFigures } from './staff/figures.ts'

/** What /metrics says about the work, beside the figures of its process. */
export const figures: readonly Figures[] = [
  ...ownFigures,
  staffFigures,
  moneyFigures,
  deskFigures,
  marketplaceFigures,
]
