import classes from './bulk.module.css'

interface PickBoxProps {
  /** The row's name. */
  of: string
  checked: boolean
  /** @param range with Shift: the rows between this one and the last one, too */
  onPick: (range: boolean) => void
}

/** The checkbox of a row, shown while rows are being chosen. */
export const PickBox = ({ of, checked, onPick }: PickBoxProps) => (
  <input
    type="checkbox"
    className={classes.box}
    aria-label={`Choose ${of}`}
    checked={checked}
    // The browser's event is the click, or the click that the space bar makes.
    onChange={({ nativeEvent }) => onPick((nativeEvent as unknown as MouseEvent).shiftKey)}
  />
)
