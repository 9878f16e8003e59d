import { type Disposable } from 'vscode';

/** Disposes everything it was given, last first; what arrives after that is disposed at once. */
export class Owner implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  own<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#owned.push(item);
    return item;
  }

  /** For what is released by a function. */
  ownCall(release: () => unknown): void {
    this.own({ dispose: () => void release() });
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const item of this.#owned.splice(0).reverse()) item.dispose();
  }
}
