//! Columns: contiguous arrays in the reference's memory order, indexed by typed ids.
//!
//! A [`Col`] has rows of a width known at compile time (`f64`, `Vec3`, `[f32; 4]`, an id); a [`Grid`] has rows whose width
//! depends on the model (user data, keyframes). Both are available through [`AnyColumn`] as plain bytes with an element
//! type and a shape, which is what Python views, files and comparisons need.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut, Range};
use core::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Pod;
use synovia_math::{Inertia10, Mat3, Quat, Spatial, Vec3};

use crate::id::{Ids, TableId};

/// The scalar type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum DType {
    /// 64-bit float, the reference's `mjtNum`.
    F64 = 0,
    /// 32-bit float.
    F32 = 1,
    /// 32-bit integer, also ids and enums.
    I32 = 2,
    /// 64-bit integer, the reference's `mjtSize`.
    I64 = 3,
    /// A byte: flag, small enum, pixel or character.
    U8 = 4,
}

impl DType {
    /// Bytes of one scalar.
    pub const fn size(self) -> usize {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::U8 => 1,
        }
    }
}

/// The type of a row: a fixed number of equal scalars.
pub trait Element: Pod + PartialEq {
    /// The scalar.
    const DTYPE: DType;
    /// How many scalars; 0 means a bare scalar, which adds no dimension to the shape.
    const WIDTH: usize;
}

macro_rules! elements {
    ($($t:ty: $d:ident $w:literal;)*) => {$(
        impl Element for $t {
            const DTYPE: DType = DType::$d;
            const WIDTH: usize = $w;
        }
    )*};
}
elements! {
    f64: F64 0;
    f32: F32 0;
    i32: I32 0;
    i64: I64 0;
    u8: U8 0;
    Vec3: F64 3;
    Quat: F64 4;
    Mat3: F64 9;
    Spatial: F64 6;
    Inertia10: F64 10;
}

impl<T: Element, const N: usize> Element for [T; N]
where
    [T; N]: Pod,
{
    const DTYPE: DType = T::DTYPE;
    const WIDTH: usize = if T::WIDTH == 0 { N } else { N * T::WIDTH };
}

/// A column of any type, as bytes with a shape.
pub trait AnyColumn {
    /// Scalar type.
    fn dtype(&self) -> DType;
    /// Number of rows.
    fn rows_len(&self) -> usize;
    /// Scalars in a row: `None` if rows are bare scalars.
    fn width(&self) -> Option<usize>;
    /// The memory as bytes.
    fn bytes(&self) -> &[u8];
    /// Bytes that are reserved: the capacity, which never shrinks.
    fn reserved(&self) -> usize;
    /// The memory as bytes, writable.
    fn bytes_mut(&mut self) -> &mut [u8];
    /// The address of the memory. No reference to the rows is created, so the pointer stays valid next to the column's own;
    /// see [`Vec::as_mut_ptr`].
    fn as_mut_ptr(&mut self) -> *mut u8;
    /// Replaces the content by `rows` rows of zeros; `width` is used by a [`Grid`] only.
    fn reset(&mut self, rows: usize, width: usize);

    /// Records that the column was written through another pointer, such as a numpy view: see [`Col::content`].
    fn written(&self) {}

    /// The number of rows, then the width if there is one.
    fn shape(&self) -> Vec<usize> {
        core::iter::once(self.rows_len())
            .chain(self.width())
            .collect()
    }
}

/// The content number: columns with the same content number hold the same rows.
///
/// Zero means unknown: the rows may have been written since. Reading the number then assigns one that no other content has.
/// Only columns of four-byte scalars have one: ids and other integers, which select memory, and single precision, such as
/// mesh vertices.
#[derive(Debug, Default)]
struct Content(AtomicU64);

impl Content {
    /// True if writes to rows of `T` are tracked: four-byte scalars, but not double precision or flags.
    const fn counts<T>() -> bool {
        align_of::<T>() == 4
    }

    /// The content number; a new one if it is unknown.
    #[inline]
    fn number(&self) -> u64 {
        match self.0.load(Ordering::Relaxed) {
            0 => self.renew(),
            number => number,
        }
    }

    #[cold]
    fn renew(&self) -> u64 {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        let set = (self.0).compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
        set.map_or_else(|other| other, |_| number)
    }
}

impl Clone for Content {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A contiguous column: one `T` per row, rows named by `Id`.
///
/// A row is read and written by the id of its table, `col[GeomId::new(0)]`, so that a row number of one table cannot index
/// another; numeric kernels work on the slice, `col.rows()[k]`. `Col<usize, T>` is a column whose rows have no id of their own,
/// such as `qpos` or the pixels of all textures, and is indexed by position.
#[derive(Clone, Debug)]
pub struct Col<Id, T> {
    rows: Vec<T>,
    content: Content,
    id: PhantomData<Id>,
}

impl<Id, T: PartialEq> PartialEq for Col<Id, T> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<Id, T> Default for Col<Id, T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            content: Content::default(),
            id: PhantomData,
        }
    }
}

impl<Id, T> Col<Id, T> {
    /// All rows in order.
    #[inline]
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// All rows in order, writable.
    #[inline]
    pub fn rows_mut(&mut self) -> &mut [T] {
        self.vec_mut()
    }

    /// The rows, writable; they get a new content number.
    #[inline]
    fn vec_mut(&mut self) -> &mut Vec<T> {
        if Content::counts::<T>() {
            *self.content.0.get_mut() = 0;
        }
        &mut self.rows
    }

    /// The content number of a column of integers: while it stays the same, so does every row, in all copies of the column.
    #[inline]
    pub fn content(&self) -> u64 {
        self.content.number()
    }

    /// [`Col::content`] if it is known, 0 otherwise.
    #[inline]
    pub(crate) fn known_content(&self) -> u64 {
        self.content.0.load(Ordering::Relaxed)
    }

    /// Records that the rows were written through another pointer, such as a numpy view.
    pub fn written(&self) {
        self.content.0.store(0, Ordering::Relaxed);
    }

    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there is no row.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Rows in order.
    #[inline]
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.rows.iter()
    }

    /// Rows in order, writable.
    #[inline]
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.vec_mut().iter_mut()
    }

    /// Appends a row.
    pub fn push(&mut self, row: T) {
        self.vec_mut().push(row);
    }

    /// Consumes the column and returns its rows.
    pub fn into_vec(self) -> Vec<T> {
        self.rows
    }

    /// Row `k`, if it exists.
    #[inline]
    pub fn get(&self, k: usize) -> Option<&T> {
        self.rows.get(k)
    }
}

impl<Id, T: Copy> Col<Id, T> {
    /// `n` equal rows.
    pub fn filled(n: usize, row: T) -> Self {
        Self::from(vec![row; n])
    }

    /// Overwrites all rows; both columns must have the same length.
    pub fn copy_from(&mut self, other: &Self) {
        self.vec_mut().copy_from_slice(&other.rows);
    }
}

impl<Id, T: Element> Col<Id, T> {
    /// `n` rows of zeros.
    pub fn zeros(n: usize) -> Self {
        Self::from(vec![T::zeroed(); n])
    }

    /// Changes the length to `n` rows; existing rows keep their values, new ones are zero.
    pub fn resize(&mut self, n: usize) {
        self.vec_mut().resize(n, T::zeroed());
    }

    /// Becomes a copy of `rows`; the allocation is kept.
    pub fn assign(&mut self, rows: &[T]) {
        let kept = self.vec_mut();
        kept.clear();
        kept.extend_from_slice(rows);
    }

    /// Reserves memory for exactly `n` more rows.
    pub fn reserve_exact(&mut self, n: usize) {
        self.vec_mut().reserve_exact(n);
    }

    /// Appends `n` equal rows.
    pub fn push_n(&mut self, row: T, n: usize) {
        let all = self.vec_mut();
        all.resize(all.len() + n, row);
    }

    /// The memory as scalars, row after row; `S` must be the scalar type of `T` (checked).
    pub fn flat<S: Element>(&self) -> &[S] {
        bytemuck::try_cast_slice(&self.rows).unwrap_or(&[])
    }

    /// The memory as writable scalars; `S` must be the scalar type of `T` (checked).
    pub fn flat_mut<S: Element>(&mut self) -> &mut [S] {
        bytemuck::try_cast_slice_mut(self.vec_mut()).unwrap_or(&mut [])
    }
}

impl<Id: TableId, T> Col<Id, T> {
    /// All ids of this column.
    #[inline]
    pub fn ids(&self) -> Ids<Id> {
        Ids::new(0, self.rows.len())
    }
}

impl<Id, T> From<Vec<T>> for Col<Id, T> {
    fn from(rows: Vec<T>) -> Self {
        Self {
            rows,
            content: Content::default(),
            id: PhantomData,
        }
    }
}

impl<Id, T> FromIterator<T> for Col<Id, T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Self {
        Self::from(rows.into_iter().collect::<Vec<T>>())
    }
}

impl<Id, T> Extend<T> for Col<Id, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, rows: I) {
        self.vec_mut().extend(rows);
    }
}

impl<'a, Id, T> IntoIterator for &'a Col<Id, T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

impl<'a, Id, T> IntoIterator for &'a mut Col<Id, T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.vec_mut().iter_mut()
    }
}

impl<Id: TableId, T> Index<Id> for Col<Id, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id) -> &T {
        &self.rows[id.index()]
    }
}

impl<Id: TableId, T> IndexMut<Id> for Col<Id, T> {
    #[inline]
    fn index_mut(&mut self, id: Id) -> &mut T {
        &mut self.vec_mut()[id.index()]
    }
}

impl<Id, T> Index<Range<usize>> for Col<Id, T> {
    type Output = [T];
    #[inline]
    fn index(&self, range: Range<usize>) -> &[T] {
        &self.rows[range]
    }
}

impl<Id, T> IndexMut<Range<usize>> for Col<Id, T> {
    #[inline]
    fn index_mut(&mut self, range: Range<usize>) -> &mut [T] {
        &mut self.vec_mut()[range]
    }
}

impl<Id, T: Element> AnyColumn for Col<Id, T> {
    fn written(&self) {
        self.written();
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn rows_len(&self) -> usize {
        self.rows.len()
    }
    fn width(&self) -> Option<usize> {
        (T::WIDTH > 0).then_some(T::WIDTH)
    }
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.rows)
    }
    fn reserved(&self) -> usize {
        self.rows.capacity() * size_of::<T>()
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.vec_mut())
    }
    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.rows.as_mut_ptr().cast()
    }
    fn reset(&mut self, rows: usize, _width: usize) {
        let kept = self.vec_mut();
        kept.clear();
        kept.resize(rows, T::zeroed());
    }
}

/// A column of rows of equal width, where the width depends on the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<Id, T> {
    cells: Vec<T>,
    rows: usize,
    width: usize,
    id: PhantomData<Id>,
}

impl<Id, T> Default for Grid<Id, T> {
    fn default() -> Self {
        Self {
            cells: Vec::new(),
            rows: 0,
            width: 0,
            id: PhantomData,
        }
    }
}

impl<Id, T: Element> Grid<Id, T> {
    /// `rows` × `width` zeros.
    pub fn zeros(rows: usize, width: usize) -> Self {
        Self {
            cells: vec![T::zeroed(); rows * width],
            rows,
            width,
            id: PhantomData,
        }
    }

    /// Cells in a row.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// True if there is no row.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Row `k`.
    #[inline]
    pub fn row(&self, k: usize) -> &[T] {
        &self.cells[k * self.width..(k + 1) * self.width]
    }

    /// Row `k`, writable.
    #[inline]
    pub fn row_mut(&mut self, k: usize) -> &mut [T] {
        &mut self.cells[k * self.width..(k + 1) * self.width]
    }

    /// Every cell, row after row.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Every cell, writable.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }
}

impl<Id: TableId, T: Element> Index<Id> for Grid<Id, T> {
    type Output = [T];
    #[inline]
    fn index(&self, id: Id) -> &[T] {
        self.row(id.index())
    }
}

impl<Id: TableId, T: Element> IndexMut<Id> for Grid<Id, T> {
    #[inline]
    fn index_mut(&mut self, id: Id) -> &mut [T] {
        self.row_mut(id.index())
    }
}

impl<Id, T: Element> AnyColumn for Grid<Id, T> {
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn rows_len(&self) -> usize {
        self.rows
    }
    fn width(&self) -> Option<usize> {
        Some(self.width)
    }
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.cells)
    }
    fn reserved(&self) -> usize {
        self.cells.capacity() * size_of::<T>()
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.cells)
    }
    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.cells.as_mut_ptr().cast()
    }
    fn reset(&mut self, rows: usize, width: usize) {
        *self = Self::zeros(rows, width);
    }
}

/// The type of a column as declared, for reflection without a model.
pub trait ColumnType {
    /// The scalar.
    const DTYPE: DType;
    /// Scalars in a row; 0 for bare scalars and for widths that depend on the model.
    const WIDTH: usize;
    /// Number of dimensions.
    const RANK: usize;
}

impl<Id, T: Element> ColumnType for Col<Id, T> {
    const DTYPE: DType = T::DTYPE;
    const WIDTH: usize = T::WIDTH;
    const RANK: usize = if T::WIDTH == 0 { 1 } else { 2 };
}

impl<Id, T: Element> ColumnType for Grid<Id, T> {
    const DTYPE: DType = T::DTYPE;
    const WIDTH: usize = 0;
    const RANK: usize = 2;
}

/// An id or an enum is one `i32`.
macro_rules! transparent_element {
    ($($t:ty),* $(,)?) => {$(
        impl $crate::column::Element for $t {
            const DTYPE: $crate::column::DType = $crate::column::DType::I32;
            const WIDTH: usize = 0;
        }
    )*};
}
pub(crate) use transparent_element;
