//! Saving the stock that is due, from main.

use mintid::range::Stock;

use super::{RangesError, SharedRanges};

/// Where a stock is kept between runs, for stores that answer at once.
pub trait StockStore<const N: usize> {
    /// Why the store may fail.
    type Error;

    /// Keeps this stock, whatever was kept, and comes back when it would survive a power cut.
    ///
    /// # Errors
    ///
    /// The store's own. What is kept is then the stock before or this one, and never something else.
    fn save(&mut self, stock: &Stock<N>) -> Result<(), Self::Error>;
}

/// [`StockStore`] for stores that take their time.
#[allow(async_fn_in_trait, reason = "whoever needs `Send` has its store's own type")]
pub trait AsyncStockStore<const N: usize> {
    /// Why the store may fail.
    type Error;

    /// Keeps this stock, whatever was kept, and is ready only when it would survive a power cut.
    ///
    /// # Errors
    ///
    /// The store's own. What is kept is then the stock before or this one, and never something else.
    async fn save(&mut self, stock: &Stock<N>) -> Result<(), Self::Error>;
}

impl<const N: usize> SharedRanges<N> {
    /// Saves the stock, if it is due, and hands out the block that was claimed from it: from main, each time around its loop, and
    /// never from an interrupt. Interrupts go on taking ids meanwhile. Says whether it was saved.
    ///
    /// # Errors
    ///
    /// The store's, and where the allocator is not reached. The stock stays due then, and its block is not used.
    pub fn top_up<M: StockStore<N>>(&self, store: &mut M) -> Result<bool, RangesError<M::Error>> {
        let Some((stock, save)) = self.begin()? else { return Ok(false) };
        store.save(&stock).map_err(RangesError::Cause)?;
        save.end()?;
        Ok(true)
    }

    /// [`top_up`](Self::top_up) for a store that takes its time. Given up half-way, the stock stays due.
    ///
    /// # Errors
    ///
    /// As there.
    pub async fn top_up_async<M: AsyncStockStore<N>>(&self, store: &mut M) -> Result<bool, RangesError<M::Error>> {
        let Some((stock, save)) = self.begin()? else { return Ok(false) };
        store.save(&stock).await.map_err(RangesError::Cause)?;
        save.end()?;
        Ok(true)
    }

    fn begin<T>(&self) -> Result<Option<(Stock<N>, Save<'_, N>)>, RangesError<T>> {
        if critical_section::with(|cs| self.given_up.borrow(cs).get()) {
            self.in_place(|blocks| blocks.stock_not_saved())?;
            critical_section::with(|cs| self.given_up.borrow(cs).set(false));
        }
        let ready = self.level()?;
        if !self.in_place(|blocks| blocks.is_stock_due(ready))? {
            return Ok(None);
        }
        // Looked at again: while a call has the allocator, nothing becomes ready.
        let stock = self.reach(|blocks| self.level().map(|ready| blocks.stock_due(ready)))??;
        Ok(stock.map(|stock| (stock, Save(self))))
    }
}

/// A save under way. One that is dropped has failed, or was given up half-way.
struct Save<'a, const N: usize>(&'a SharedRanges<N>);

impl<const N: usize> Save<'_, N> {
    fn end<T>(self) -> Result<(), RangesError<T>> {
        self.0.hand_out()?;
        core::mem::forget(self);
        Ok(())
    }
}

impl<const N: usize> Drop for Save<'_, N> {
    fn drop(&mut self) {
        if self.0.in_place::<_, ()>(|blocks| blocks.stock_not_saved()).is_err() {
            // A call of a lower priority has the allocator. The next save begins with this.
            critical_section::with(|cs| self.0.given_up.borrow(cs).set(true));
        }
    }
}
