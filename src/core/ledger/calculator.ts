/** Port: a checked expression over named quantities, with units. */
export interface Calculator {
  evaluate(expression: string, quantities: Readonly<Record<string, Quantity>>): Promise<Calculated>;
}

export interface Quantity {
  value: number;
  /** As the source writes it; a unit the calculator does not know makes the quantity a plain number. */
  unit: string | null;
}

export type Calculated = { ok: true; value: number; unit: string | null; text: string } | { ok: false; message: string };
