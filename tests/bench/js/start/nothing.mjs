crypto.getRandomValues(new Uint8Array(16));
