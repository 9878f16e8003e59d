/** Port: a checked expression over named quantities, with units. */
export interface Calculator {
  /** `unit`: the one that the result is declared to have; one that it cannot have is refused. */
  evaluate(expression: string, quantities: Readonly<Record<string, Quantity>>, unit?: string | null): Promise<Calculated>;
}

export interface Quantity {
  value: number;
  /** As the source writes it; what counts something ("sailings") makes the quantity a plain number. */
  unit: string | null;
}

/** `unit`: the declared one, with the value converted to it, else the derived one in short; null for a plain number. */
export type Calculated = { ok: true; value: number; unit: string | null; text: string } | { ok: false; message: string };

/** A result as it is written: six significant digits, and every digit before the point. */
export const shownNumber = (value: number): string => String(Math.abs(value) < 100_000 ? Number(value.toPrecision(6)) : Number(value.toFixed(0)));
