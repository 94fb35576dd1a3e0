//! Name storage, as in the reference.

use crate::column::Col;
use crate::id::{
    ActuatorId, BodyId, CameraId, EqualityId, ExcludeId, FlexId, GeomId, HfieldId, JointId, KeyId,
    LightId, MaterialId, MeshId, NumericId, PairId, PluginId, SensorId, SiteId, SkinId, TendonId,
    TextId, TextureId, TupleId,
};
use crate::table::table;

table! {
    /// Where each name begins in one buffer of characters, and the hash map to find it. Read it through
    /// [`Model::name_of`](crate::Model::name_of) and [`Model::id_of`](crate::Model::id_of).
    pub struct NamesTable {
        /// Where the names of bodies begin.
        bodyadr: Col<BodyId, i32> = "name_bodyadr" ["nbody"],
        /// Where the names of joints begin.
        jntadr: Col<JointId, i32> = "name_jntadr" ["njnt"],
        /// Where the names of geoms begin.
        geomadr: Col<GeomId, i32> = "name_geomadr" ["ngeom"],
        /// Where the names of sites begin.
        siteadr: Col<SiteId, i32> = "name_siteadr" ["nsite"],
        /// Where the names of cameras begin.
        camadr: Col<CameraId, i32> = "name_camadr" ["ncam"],
        /// Where the names of lights begin.
        lightadr: Col<LightId, i32> = "name_lightadr" ["nlight"],
        /// Where the names of flexes begin.
        flexadr: Col<FlexId, i32> = "name_flexadr" ["nflex"],
        /// Where the names of meshes begin.
        meshadr: Col<MeshId, i32> = "name_meshadr" ["nmesh"],
        /// Where the names of skins begin.
        skinadr: Col<SkinId, i32> = "name_skinadr" ["nskin"],
        /// Where the names of height fields begin.
        hfieldadr: Col<HfieldId, i32> = "name_hfieldadr" ["nhfield"],
        /// Where the names of textures begin.
        texadr: Col<TextureId, i32> = "name_texadr" ["ntex"],
        /// Where the names of materials begin.
        matadr: Col<MaterialId, i32> = "name_matadr" ["nmat"],
        /// Where the names of geom pairs begin.
        pairadr: Col<PairId, i32> = "name_pairadr" ["npair"],
        /// Where the names of excluded pairs begin.
        excludeadr: Col<ExcludeId, i32> = "name_excludeadr" ["nexclude"],
        /// Where the names of equality constraints begin.
        eqadr: Col<EqualityId, i32> = "name_eqadr" ["neq"],
        /// Where the names of tendons begin.
        tendonadr: Col<TendonId, i32> = "name_tendonadr" ["ntendon"],
        /// Where the names of actuators begin.
        actuatoradr: Col<ActuatorId, i32> = "name_actuatoradr" ["nu"],
        /// Where the names of sensors begin.
        sensoradr: Col<SensorId, i32> = "name_sensoradr" ["nsensor"],
        /// Where the names of numeric fields begin.
        numericadr: Col<NumericId, i32> = "name_numericadr" ["nnumeric"],
        /// Where the names of text fields begin.
        textadr: Col<TextId, i32> = "name_textadr" ["ntext"],
        /// Where the names of tuples begin.
        tupleadr: Col<TupleId, i32> = "name_tupleadr" ["ntuple"],
        /// Where the names of keyframes begin.
        keyadr: Col<KeyId, i32> = "name_keyadr" ["nkey"],
        /// Where the names of plugin instances begin.
        pluginadr: Col<PluginId, i32> = "name_pluginadr" ["nplugin"],
        /// The model's name and all names, each terminated by 0.
        chars: Col<usize, u8> = "names" ["nnames"],
        /// One open-addressing hash map per kind of object; −1 marks a free slot.
        map: Col<usize, i32> = "names_map" ["nnames_map"],
        /// File names of assets, each terminated by 0.
        paths: Col<usize, u8> = "paths" ["npaths"],
    }
}
